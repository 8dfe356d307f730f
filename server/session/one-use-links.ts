import type { ExpressionBuilder } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { type Bucket, takeToken } from './throttle/token-bucket.ts';
import { hashOf, newToken } from './tokens.ts';

export type LinkPurpose = Tables['one_use_links']['purpose'];

/** How often an email with a link may go to one person: whoever asks for more floods their mailbox. */
const everyMs = 60_000;
/** And over the hours: 5, then one every half hour. The newest one holds, so nobody who is owed a link waits for it. */
const ofUser = (userId: string): Bucket => ({
  name: `link ${userId}`,
  size: 5,
  refillMs: 30 * 60_000,
});
/** A link from farther ahead than this comes from a clock that was wrong, and would hold for too long. */
const aheadMs = 24 * 3_600_000;

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/**
 * Makes a link's token for a user that holds for `lifeMs`; their earlier links of the same purpose end, and only the
 * hash is stored. Undefined when they got one less than a minute ago, or too many: the last one stays good.
 */
export async function makeLink(
  db: Db,
  userId: string,
  purpose: LinkPurpose,
  lifeMs: number,
  now: Date,
): Promise<string | undefined> {
  // Of two requests at once the second waits here, and then finds the first one's link.
  // mutant-harmless where: it only writes more rows unchanged, to wait for one another
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

/** Whose link this is. Throws `link-over` for one that is unknown, used or too old; the link stays. */
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

/** Uses a link up. Throws `link-over` as `findLink` does. */
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

/**
 * Ends every link of a user: on a new password, a block and a new role, so that an earlier email opens nothing any more,
 * and on a new address, for they went to the old one.
 */
export async function endLinksOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('one_use_links').where('user_id', '=', userId).execute();
}
