import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/**
 * Adds a column for groups whose individual due date is earlier than the common due date. The column stores the common
 * due date at the time when the individual date was set. If the column is null, an earlier individual date is ignored.
 */
export async function up(db: Kysely<unknown>, { instant }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('group_deadlines').addColumn('earlier_than', instant).execute();
}
