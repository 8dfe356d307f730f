import { type Kysely, type SqlBool, sql } from 'kysely';

const isWaiting = sql<SqlBool>`sent_at is null and failed_at is null`;

/** Adds priorities and senders of emails, and indexes of the waiting emails, so that history does not slow down taking. */
export async function up(db: Kysely<unknown>) {
  const emails = () => db.schema.alterTable('emails');
  // Emails of earlier versions are messages, whose senders are unknown.
  await emails()
    .addColumn('priority', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await emails()
    .addColumn('sender', 'text', (c) => c.notNull().defaultTo('portal'))
    .execute();
  await emails().addColumn('topic', 'text').execute();
  await db.schema
    .createIndex('emails_waiting')
    .on('emails')
    .columns(['priority', 'sender', 'queued_at', 'id', 'next_attempt_at'])
    .where(isWaiting)
    .execute();
  await db.schema
    .createIndex('emails_waiting_in_order')
    .on('emails')
    .columns(['recipient', 'topic', 'queued_at', 'id'])
    .where(isWaiting)
    .execute();
}
