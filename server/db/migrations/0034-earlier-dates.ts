import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migrate.ts';

/**
 * The date of a deadline for all at which a coordinator decided that this group's own date stays earlier. Null: an
 * earlier date does not count.
 */
export async function earlierDates(db: Kysely<unknown>, { instant }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('group_deadlines').addColumn('earlier_than', instant).execute();
}
