import type { ExpressionBuilder } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { type Bucket, takeToken } from './throttle/token-bucket.ts';
import { hashOf, newToken } from './tokens.ts';

export type LinkPurpose = Tables['one_use_links']['purpose'];

/** So that nobody floods a mailbox. */
const everyMs = 60_000;
/** Then one every half hour. The newest link holds, so nobody waits for one. */
const ofUser = (userId: string): Bucket => ({
  name: `link ${userId}`,
  size: 5,
  refillMs: 30 * 60_000,
});
/** A link from farther ahead came from a wrong clock, and would hold for too long. */
const aheadMs = 24 * 3_600_000;

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** Ends earlier links of the purpose. Undefined within a minute, or after too many: the last one stays good. */
export async function makeLink(
  db: Db,
  userId: string,
  purpose: LinkPurpose,
  lifeMs: number,
  now: Date,
): Promise<string | undefined> {
  // Of two requests at once the second waits, and finds the first one's link.
  await lockUsers(db).where('id', '=', userId).execute();
  const recent = await db
    .selectFrom('one_use_links')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', after(now, -everyMs))
    .where('created_at', '<', after(now, everyMs))
    .executeTakeFirst();
  if (recent) return undefined;
  if ((await takeToken(db, ofUser(userId), now)) > 0) return undefined;
  const token = newToken();
  await db
    .deleteFrom('one_use_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
  await db
    .insertInto('one_use_links')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      purpose,
      created_at: now.toISOString(),
      expires_at: after(now, lifeMs),
    })
    .execute();
  return token;
}

/** Throws `link-over` for one that is unknown, used or too old; the link stays. */
export async function findLink(
  db: Db,
  token: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<string> {
  const link = await db
    .selectFrom('one_use_links')
    .select('user_id')
    .where(isLive(token, purpose, now))
    .executeTakeFirst();
  if (link) return link.user_id;
  throw linkOver();
}

/** Throws `link-over` as `findLink` does. */
export async function takeLink(
  db: Db,
  token: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('one_use_links')
    .where(isLive(token, purpose, now))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw linkOver();
}

const isLive =
  (token: string, purpose: LinkPurpose, now: Date) =>
  (eb: ExpressionBuilder<Tables, 'one_use_links'>) =>
    eb.and([
      eb('token_hash', '=', hashOf(token)),
      eb('purpose', '=', purpose),
      eb('expires_at', '>', now.toISOString()),
      eb('created_at', '<', after(now, aheadMs)),
    ]);

const linkOver = () =>
  new Problem('link-over', 'This link has expired or was used already. Ask for a new one.');

/** On a new password, role or address and on a block, so that no earlier email opens anything. */
export async function endLinksOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('one_use_links').where('user_id', '=', userId).execute();
}
