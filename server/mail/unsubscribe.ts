import { createHash, randomBytes } from 'node:crypto';
import { paths } from '#contract/paths.ts';
import type { Config } from '#server/config.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const yearMs = 365 * 24 * 3_600_000;

type Unsubscribe = { address: string; row: Omit<DatabaseRow<'unsubscribe_tokens'>, 'created_at'> };

/** Returns an unsubscribe URL, or undefined if unsubscribing is not allowed or `PUBLIC_URL` is not https (RFC 8058). */
export function createUnsubscribeLink(
  { user_id, kind }: Pick<DatabaseRow<'emails'>, 'user_id' | 'kind'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Unsubscribe | undefined {
  if (user_id === null || kind === null || !publicUrl.startsWith('https:')) return undefined;
  const token = randomBytes(32).toString('base64url');
  const row = { token_hash: hashOf(token), user_id, kind };
  return { address: `${publicUrl}${paths.unsubscribe(token)}`, row };
}

/** Stores an unsubscribe token. Call it before sending the email's last byte, so that the URL works on arrival. */
export async function saveUnsubscribeToken(db: Db, { row }: Unsubscribe, now: Date): Promise<void> {
  const created_at = now.toISOString();
  await db
    .insertInto('unsubscribe_tokens')
    .values({ ...row, created_at })
    .execute();
}

export function findUnsubscribeToken(db: Db, token: string) {
  return db
    .selectFrom('unsubscribe_tokens')
    .select(['user_id', 'kind'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
}

export async function deleteOldUnsubscribeTokens(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - yearMs).toISOString();
  await db.deleteFrom('unsubscribe_tokens').where('created_at', '<', since).execute();
}
