import { Problem } from '#contract/problem.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { hashOf, newToken } from './sessions.ts';

type Purpose = Tables['one_use_links']['purpose'];

/** How often a letter with a link may go to one person: whoever asks for more floods his mailbox. */
const everyMs = 60_000;
/** A link from farther ahead than this comes from a clock that was wrong, and would hold for too long. */
const aheadMs = 24 * 3_600_000;

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/**
 * Makes a link's token for a user that holds for `lifeMs`; his earlier links of the same purpose end, and only the
 * hash is stored. Undefined when he got one less than a minute ago: that one stays good.
 */
export async function makeLink(
  db: Db,
  userId: string,
  purpose: Purpose,
  lifeMs: number,
  now: Date,
): Promise<string | undefined> {
  // Of two requests at once the second waits here, and then finds the first one's link.
  await db
    .updateTable('users')
    .set((eb) => ({ role: eb.ref('role') }))
    .where('id', '=', userId)
    .execute();
  const recent = await db
    .selectFrom('one_use_links')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', after(now, -everyMs))
    .where('created_at', '<', after(now, everyMs))
    .executeTakeFirst();
  if (recent) return undefined;
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

/** Uses a link up and gives whose it was. Throws `link-over` for one that is unknown, used or too old. */
export async function takeLink(
  db: Db,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<string> {
  const link = await db
    .deleteFrom('one_use_links')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .where('created_at', '<', after(now, aheadMs))
    .returning('user_id')
    .executeTakeFirst();
  if (link) return link.user_id;
  throw new Problem('link-over', 'This link is over or was used already. Ask for a new one.');
}

/** Ends every link of a user: on a new e-mail, for they went to the old one. */
export async function endLinksOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('one_use_links').where('user_id', '=', userId).execute();
}
