import type { Kysely } from 'kysely';

/** A page of the list of emails, and how many there are in a state, without reading what they say. */
export async function newestEmails(db: Kysely<unknown>) {
  await db.schema
    .createIndex('emails_newest')
    .on('emails')
    .columns(['queued_at', 'id', 'sent_at', 'failed_at'])
    .execute();
}
