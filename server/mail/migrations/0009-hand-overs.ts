import { type Kysely, sql } from 'kysely';

/** Adds a count of hand-overs to the mail server. An email with more than one may have arrived twice. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('letters')
    .addColumn('hand_overs', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Use a partial index, because the list of emails counts the few emails that may have arrived twice.
  await db.schema
    .createIndex('letters_second_copies')
    .on('letters')
    .column('queued_at')
    .where(sql.ref('hand_overs'), '>', sql.lit(1))
    .execute();
}
