import type { Kysely } from 'kysely';

/** Adds a covering index for paging through and counting emails without reading their bodies. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createIndex('emails_newest')
    .on('emails')
    .columns(['queued_at', 'id', 'sent_at', 'failed_at'])
    .execute();
}
