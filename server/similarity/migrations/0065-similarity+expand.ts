import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant, number }: ColumnTypes): Promise<void> {
  const events = sql`'entered', 'confirmed', 'corrected', 'accepted', 'returned'`;
  await db.schema
    .createTable('similarity_entries')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull().check(sql`event in (${events})`))
    .addColumn('overall', number, (c) => c.notNull().check(sql`overall between 0 and 100`))
    .addColumn('single_source', number, (c) =>
      c.notNull().check(sql`single_source between 0 and 100`),
    )
    .addColumn('thesis_sha256', 'text', (c) => c.notNull())
    .addColumn('report_version', 'integer', (c) => c.notNull())
    .addColumn('by_id', id, (c) => c.notNull().references('users.id'))
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('at', instant, (c) => c.notNull())
    .addColumn('reason', 'text')
    .addUniqueConstraint('similarity_entries_group_id_unique', ['group_id', 'revision'])
    .execute();
}
