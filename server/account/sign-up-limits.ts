import { formatSize } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';
import { networkOf } from '#server/http/connections/network-of.ts';
import type { Origin } from '#server/http/serve.ts';
import { type Bucket, takeToken, waitForToken } from '#server/session/throttle/token-bucket.ts';

const minuteMs = 60_000;

/** A campus shares an address: a class of 60 in one lesson, and one of 300 on its first day (decisions). */
const ofNetwork = (address: string): Bucket => ({
  name: `sign-up ${networkOf(address)}`,
  size: 150,
  refillMs: minuteMs,
});
/** Whoever has many networks fills the portal, and other people's mailboxes, no faster than this. */
const ofAll: Bucket = { name: 'sign-up', size: 600, refillMs: minuteMs / 2 };

const mostUnconfirmedCvs = 200;

type From = Pick<Origin, 'address'>;

/** Throws `too-often` before anything of a sign-up is read. */
export async function requireSignUps(db: Db, { address }: From, now: Date): Promise<void> {
  refuse('from your network', await waitForToken(db, ofNetwork(address), now));
  refuse('at this moment', await waitForToken(db, ofAll, now));
}

/** In its own transaction, so that one that is refused costs nothing. Throws `too-often`. */
export async function countSignUp(db: Db, { address }: From, now: Date): Promise<void> {
  refuse('from your network', await takeToken(db, ofNetwork(address), now));
  refuse('at this moment', await takeToken(db, ofAll, now));
}

function refuse(where: string, waitMs: number): void {
  if (waitMs === 0) return;
  const retryAfter = Math.ceil(waitMs / 1000);
  const message = `Too many people are signing up ${where}. Please try again in ${retryAfter} seconds.`;
  throw new Problem('too-often', message, { retryAfter });
}

/** Throws `storage-full`. Sign-ups wait for one another, so no CV is missed; a block frees the space. */
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
  const most = mostUnconfirmedCvs * sizeLimits.cv;
  if (Number(bytes) <= most) return;
  const message = `CVs of ${formatSize(most)} wait for their owners to confirm their email, and no more are taken. Sign up without a CV.`;
  throw new Problem('storage-full', message, { fields: { file: message } });
}
