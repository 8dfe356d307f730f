import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/**
 * Adds a column with the common due date as it was when the group was given an earlier date. If the column is null, the
 * earlier date is ignored.
 */
export async function up(db: Kysely<unknown>, { instant }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('group_deadlines').addColumn('earlier_than', instant).execute();
}
