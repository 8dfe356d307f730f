import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('announcements')
    .addColumn('allows_answers', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`allows_answers in (0, 1)`),
    )
    .execute();
  await db.schema
    .createTable('announcement_answers')
    .addColumn('id', id, (c) => c.primaryKey().notNull())
    .addColumn('announcement_id', id, (c) => c.notNull().references('announcements.id'))
    .addColumn('user_id', id, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('announcement_answers_announcement')
    .on('announcement_answers')
    .columns(['announcement_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('announcement_answers_user')
    .on('announcement_answers')
    .column('user_id')
    .execute();
}
