import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/**
 * The new column stores the common due date at the time when an earlier individual date was set. If it is null, an
 * earlier individual date is ignored.
 */
export async function up(db: Kysely<unknown>, { instant }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('group_deadlines').addColumn('earlier_than', instant).execute();
}
