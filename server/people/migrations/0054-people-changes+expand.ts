import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Stores the changes of the people of groups, with the states before and after, so that they can be undone. */
export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('people_changes')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('to_group_id', id, (c) => c.references('groups.id'))
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('state_before', 'text', (c) => c.notNull())
    .addColumn('state_after', 'text', (c) => c.notNull())
    .addColumn('made_at', instant, (c) => c.notNull())
    .addColumn('made_by', id, (c) => c.notNull().references('users.id'))
    .addColumn('made_by_name', 'text', (c) => c.notNull())
    .addColumn('undone_at', instant)
    .execute();
  await db.schema
    .createIndex('people_changes_made_at')
    .on('people_changes')
    .column('made_at')
    .execute();
}
