import { formatSize } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';
import { getNetworkPrefix } from '#server/http/connections/get-network.ts';
import type { RequestOrigin } from '#server/http/serve.ts';
import {
  readBucketWaitMs,
  type TokenBucket,
  takeFromStoredBucket,
} from '#server/session/throttle/token-bucket.ts';

const minuteMs = 60_000;

/** Sign-up limit per network. It lets classes of 60 sign up in one lesson, even if a campus shares one IP address. */
const networkBucket = (address: string): TokenBucket => ({
  name: `sign-up ${getNetworkPrefix(address)}`,
  size: 150,
  refillMs: minuteMs,
});
/** Sign-up limit across all networks, as protection against attackers who control many networks. */
const globalBucket: TokenBucket = { name: 'sign-up', size: 600, refillMs: minuteMs / 2 };

const maxUnconfirmedCvs = 200;

type Client = Pick<RequestOrigin, 'address'>;

/** Throws `too-often` if a sign-up limit is reached. Does not count the sign-up; `consumeSignUpCapacity` does. */
export async function requireSignUpCapacity(db: Db, { address }: Client, now: Date): Promise<void> {
  refuse('from your network', await readBucketWaitMs(db, networkBucket(address), now));
  refuse('at this moment', await readBucketWaitMs(db, globalBucket, now));
}

/** Counts a sign-up in the caller's transaction. Throws `too-often` if a limit is reached. */
export async function consumeSignUpCapacity(db: Db, { address }: Client, now: Date): Promise<void> {
  refuse('from your network', await takeFromStoredBucket(db, networkBucket(address), now));
  refuse('at this moment', await takeFromStoredBucket(db, globalBucket, now));
}

function refuse(where: string, waitMs: number): void {
  if (waitMs === 0) return;
  const retryAfter = Math.ceil(waitMs / 1000);
  const message = `Too many people are signing up ${where}. Please try again in ${retryAfter} seconds.`;
  throw new Problem('too-often', message, { retryAfter });
}

/** Throws `storage-full` if CVs of unconfirmed accounts use too much space. */
export async function requireUnconfirmedCvCapacity(
  db: Db,
  { sizeLimits }: Pick<Config, 'sizeLimits'>,
): Promise<void> {
  const { bytes } = await db
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.user_id')
    .where('users.email_confirmed_at', 'is', null)
    .where('users.blocked_at', 'is', null)
    .select(({ fn }) => fn.sum<number | string | null>('documents.size').as('bytes'))
    .executeTakeFirstOrThrow();
  const maxBytes = maxUnconfirmedCvs * sizeLimits.cv;
  if (Number(bytes) <= maxBytes) return;
  const message = `CVs of ${formatSize(maxBytes)} belong to unconfirmed accounts, and no more are accepted. Sign up without a CV.`;
  throw new Problem('storage-full', message, { fields: { file: message } });
}
