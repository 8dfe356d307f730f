import type { Kysely } from 'kysely';

/** Adds a covering index that pages and counts emails without reading their texts. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createIndex('emails_newest')
    .on('emails')
    .columns(['queued_at', 'id', 'sent_at', 'failed_at'])
    .execute();
}
