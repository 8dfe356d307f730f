import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('board_views')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addUniqueConstraint('board_views_name_unique', ['user_id', 'name'])
    .execute();
  await db.schema
    .createTable('board_reminders')
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('deadline_id', 'text', (c) => c.notNull())
    .addColumn('queued_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('board_reminders_pk', ['group_id', 'deadline_id'])
    .execute();
  await db.schema
    .createIndex('documents_handed_in')
    .on('documents')
    .columns(['group_id', 'kind', 'member_id', 'deadline_id', 'uploaded_at'])
    .execute();
  await db.schema
    .createIndex('marks_given')
    .on('marks')
    .columns(['member_id', 'milestone', 'marks'])
    .execute();
}
