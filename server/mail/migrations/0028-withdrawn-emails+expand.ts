import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Adds columns for withdrawn emails. `failed_at` is set too, so that older versions do not send these emails. */
export async function up(db: Kysely<unknown>, { instant }: ColumnTypes) {
  await db.schema.alterTable('emails').addColumn('withdrawn_at', instant).execute();
  await db.schema.alterTable('emails').addColumn('group_ids', 'text').execute();
  // Partial index, because the list of emails counts these few rows each time.
  await db.schema
    .createIndex('emails_failed')
    .on('emails')
    .columns(['failed_at', 'withdrawn_at', 'sent_at'])
    .where(sql.ref('failed_at'), 'is not', null)
    .execute();
}
