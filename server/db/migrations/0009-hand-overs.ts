import { type Kysely, sql } from 'kysely';

/** Handed over more than once, an email may have arrived twice. */
export async function handOvers(db: Kysely<unknown>) {
  await db.schema
    .alterTable('letters')
    .addColumn('hand_overs', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Few of them, and counted whenever an admin looks at emails.
  await db.schema
    .createIndex('letters_second_copies')
    .on('letters')
    .column('queued_at')
    .where(sql.ref('hand_overs'), '>', sql.lit(1))
    .execute();
}
