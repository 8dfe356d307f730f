import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('certificates')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('member_id', id, (c) => c.notNull().references('members.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('counts_for', 'text', (c) => c.notNull())
    .addColumn('course_id', 'text')
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('unchecked', 'accepted', 'returned')`),
    )
    .addColumn('reason', 'text')
    .addColumn('checked_by', id, (c) => c.references('users.id'))
    .addColumn('checked_by_name', 'text')
    .addColumn('checked_at', instant)
    .addColumn('document_id', id, (c) => c.references('documents.id'))
    .addColumn('told_state', 'text')
    .addColumn('told_reason', 'text')
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('changed_at', instant, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('certificates_member_id')
    .on('certificates')
    .columns(['member_id', 'counts_for', 'state'])
    .execute();
}
