import type { ExpressionBuilder } from 'kysely';
import { Problem } from '#contract/problem.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { RateLimit } from './throttle/rate-limit.ts';
import { createToken, hashToken } from './tokens.ts';

export type LinkPurpose = Tables['one_use_links']['purpose'];

/** Limits per user and purpose prevent flooding a mailbox: anybody can ask for a new password of anybody. */
const intervalLimit = new RateLimit('link interval', 1, 60);
const linkLimit = new RateLimit('links', 5, 2 * 3600);
/** Links dated further in the future than this were created while the clock was wrong, and are invalid. */
const maxAheadMs = 24 * 3_600_000;

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/**
 * Returns the token of a new one-use link, which replaces the user's earlier links with this purpose. Returns undefined
 * and keeps the earlier links if the user was sent too many recently.
 */
export async function createOneUseLink(
  db: Db,
  userId: string,
  purpose: LinkPurpose,
  lifeMs: number,
  now: Date,
): Promise<string | undefined> {
  for (const limit of [intervalLimit, linkLimit]) {
    if ((await limit.take(`${purpose} ${userId}`, { db, now })) > 0) return undefined;
  }
  const earlier = db
    .deleteFrom('one_use_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose);
  await earlier.execute();
  return insertLink(db, userId, purpose, lifeMs, now);
}

const invitationMs = 7 * 24 * 3_600_000;

/** Returns the token of a link by which the owner of an account chooses a password. Only the office invites. */
export const createInvitation = (db: Db, userId: string, now: Date): Promise<string> =>
  insertLink(db, userId, 'invitation', invitationMs, now);

async function insertLink(
  db: Db,
  userId: string,
  purpose: LinkPurpose,
  lifeMs: number,
  now: Date,
): Promise<string> {
  const token = createToken();
  const link = db.insertInto('one_use_links').values({
    token_hash: hashToken(token),
    user_id: userId,
    purpose,
    created_at: now.toISOString(),
    expires_at: after(now, lifeMs),
  });
  await link.execute();
  return token;
}

/** Returns the user of a link with one of the purposes, without consuming it. Throws `link-over` if the link is unknown, used or expired. */
export async function findLinkUserId(
  db: Db,
  token: string,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<string> {
  const link = await db
    .selectFrom('one_use_links')
    .select('user_id')
    .where(isLive(token, purposes, now))
    .executeTakeFirst();
  if (link) return link.user_id;
  throw createLinkOver();
}

/** Consumes a link. Throws `link-over` if the link is unknown, used or expired. */
export async function consumeOneUseLink(
  db: Db,
  token: string,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('one_use_links')
    .where(isLive(token, purposes, now))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw createLinkOver();
}

const isLive =
  (token: string, purposes: readonly LinkPurpose[], now: Date) =>
  (eb: ExpressionBuilder<Tables, 'one_use_links'>) =>
    eb.and([
      eb('token_hash', '=', hashToken(token)),
      eb('purpose', 'in', purposes),
      eb('expires_at', '>', now.toISOString()),
      eb('created_at', '<', after(now, maxAheadMs)),
    ]);

const createLinkOver = () =>
  new Problem('link-over', 'This link has expired or was already used. Request a new one.');
