import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** The row of a removed file stays: who uploaded it, when, for which deadlines, and its hash. Only its bytes go. */
export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('documents').addColumn('removed_at', instant).execute();
  await db.schema.alterTable('documents').addColumn('removed_by', id).execute();
  await db.schema.alterTable('documents').addColumn('removed_by_name', 'text').execute();
  await db.schema.alterTable('documents').addColumn('removal_reason', 'text').execute();
  await db.schema
    .createIndex('documents_uploaded_by')
    .on('documents')
    .column('uploaded_by')
    .execute();
}
