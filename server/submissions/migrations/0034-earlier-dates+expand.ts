import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/**
 * Adds a column for the common due date at the time when a group's earlier date was set. If it is null, the earlier
 * date is ignored.
 */
export async function up(db: Kysely<unknown>, { instant }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('group_deadlines').addColumn('earlier_than', instant).execute();
}
