import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

const hourMs = 3_600_000;

/** Invitations were links for a new password with a longer life, which asking for a new password revoked. */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<Pick<Tables, 'one_use_links'>>;
  const links = await db
    .selectFrom('one_use_links')
    .select(['token_hash', 'created_at', 'expires_at'])
    .where('purpose', '=', 'reset-password')
    .execute();
  for (const { token_hash, created_at, expires_at } of links) {
    if (Date.parse(expires_at) - Date.parse(created_at) < 2 * hourMs) continue;
    const link = db.updateTable('one_use_links').where('token_hash', '=', token_hash);
    await link.set({ purpose: 'invitation' }).execute();
  }
}
