import { Problem } from '#contract/problem.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { hashOf, newToken } from './sessions.ts';

type Purpose = Tables['one_use_links']['purpose'];

/** Makes a link's token for a user; his earlier links of the same purpose end. Only its hash is stored. */
export async function makeLink(
  db: Db,
  userId: string,
  purpose: Purpose,
  expires: Date,
): Promise<string> {
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
      expires_at: expires.toISOString(),
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
    .returning('user_id')
    .executeTakeFirst();
  if (link) return link.user_id;
  throw new Problem('link-over', 'This link is over or was used already. Ask for a new one.');
}

/** Ends every link of a user: on a new e-mail, for they went to the old one. */
export async function endLinksOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('one_use_links').where('user_id', '=', userId).execute();
}
