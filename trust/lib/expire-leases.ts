import type { Db } from '#server/db/tables.ts';

/** Makes all unsent emails due again, as if the leases of a killed process had expired. */
export async function expireLeases(db: Db): Promise<void> {
  const past = new Date(Date.now() - 60_000).toISOString();
  const expired = { next_attempt_at: past, leased_until: past };
  await db.updateTable('emails').set(expired).where('sent_at', 'is', null).execute();
}
