import { formatSize } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';
import { networkOf } from '#server/http/connections/network-of.ts';
import type { Origin } from '#server/http/serve.ts';
import { type Bucket, takeToken, waitForToken } from '#server/session/throttle/token-bucket.ts';

const minuteMs = 60_000;

/** Limit per network. A campus may share an IP address, and a class of 60 may sign up in one lesson. */
const networkBucket = (address: string): Bucket => ({
  name: `sign-up ${networkOf(address)}`,
  size: 150,
  refillMs: minuteMs,
});
/** Limit for all networks together, against attackers with many networks. */
const globalBucket: Bucket = { name: 'sign-up', size: 600, refillMs: minuteMs / 2 };

const maxUnconfirmedCvs = 200;

type Client = Pick<Origin, 'address'>;

/** Throws `too-often` if no sign-up is admitted. Call it before reading the form. */
export async function requireSignUps(db: Db, { address }: Client, now: Date): Promise<void> {
  refuse('from your network', await waitForToken(db, networkBucket(address), now));
  refuse('at this moment', await waitForToken(db, globalBucket, now));
}

/** Counts a sign-up in the caller's transaction, so that a rejected one does not count. Throws `too-often`. */
export async function countSignUp(db: Db, { address }: Client, now: Date): Promise<void> {
  refuse('from your network', await takeToken(db, networkBucket(address), now));
  refuse('at this moment', await takeToken(db, globalBucket, now));
}

function refuse(where: string, waitMs: number): void {
  if (waitMs === 0) return;
  const retryAfter = Math.ceil(waitMs / 1000);
  const message = `Too many people are signing up ${where}. Please try again in ${retryAfter} seconds.`;
  throw new Problem('too-often', message, { retryAfter });
}

/** Throws `storage-full` if CVs of unconfirmed accounts take too much space. `countSignUp` serialises sign-ups. */
export async function requireSpaceForCv(
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
  const message = `CVs of ${formatSize(maxBytes)} wait for their owners to confirm their email, and no more are taken. Sign up without a CV.`;
  throw new Problem('storage-full', message, { fields: { file: message } });
}
