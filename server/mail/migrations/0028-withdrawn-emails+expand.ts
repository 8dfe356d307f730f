import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Adds columns for withdrawn emails. Such emails also have `failed_at` set, so older versions do not send them. */
export async function up(db: Kysely<unknown>, { instant }: ColumnTypes) {
  await db.schema.alterTable('emails').addColumn('withdrawn_at', instant).execute();
  await db.schema.alterTable('emails').addColumn('group_ids', 'text').execute();
  // Use a partial index, because the email list counts only the few failed emails.
  await db.schema
    .createIndex('emails_failed')
    .on('emails')
    .columns(['failed_at', 'withdrawn_at', 'sent_at'])
    .where(sql.ref('failed_at'), 'is not', null)
    .execute();
}
