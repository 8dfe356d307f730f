import { type Kysely, sql } from 'kysely';

/** Adds a count of how often an email was handed to the mail server. If over 1, the email may have arrived twice. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('letters')
    .addColumn('hand_overs', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Use a partial index, because the email list counts only the few emails that may have been delivered twice.
  await db.schema
    .createIndex('letters_second_copies')
    .on('letters')
    .column('queued_at')
    .where(sql.ref('hand_overs'), '>', sql.lit(1))
    .execute();
}
