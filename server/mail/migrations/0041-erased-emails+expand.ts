import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Adds the time when an email's text was erased because of its age, and an index of the texts that are still stored. */
export async function up(db: Kysely<unknown>, { instant }: ColumnTypes) {
  await db.schema.alterTable('emails').addColumn('erased_at', instant).execute();
  await db.schema
    .createIndex('emails_not_erased')
    .on('emails')
    .column('sent_at')
    .where(sql.ref('erased_at'), 'is', null)
    .execute();
}
