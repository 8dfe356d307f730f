import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

type Db = Kysely<unknown>;

export async function up(db: Db, types: ColumnTypes): Promise<void> {
  await addMessages(db, types);
  await db.schema
    .createTable('discussion_readers')
    .addColumn('group_id', types.id, (c) => c.notNull().references('groups.id').onDelete('cascade'))
    .addColumn('thread', 'text', (c) => c.notNull().check(sql`thread in ('group', 'staff')`))
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('last_read', 'integer', (c) => c.notNull())
    .addColumn('is_following', 'integer', (c) => c.notNull().check(sql`is_following in (0, 1)`))
    .addPrimaryKeyConstraint('discussion_readers_pk', ['group_id', 'thread', 'user_id'])
    .execute();
  await db.schema
    .createTable('discussion_emails')
    .addColumn('group_id', types.id, (c) => c.notNull().references('groups.id').onDelete('cascade'))
    .addColumn('thread', 'text', (c) => c.notNull().check(sql`thread in ('group', 'staff')`))
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('first_sequence', 'integer', (c) => c.notNull())
    .addColumn('due_at', types.instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('discussion_emails_pk', ['group_id', 'thread', 'user_id'])
    .execute();
  await db.schema
    .createIndex('discussion_emails_due_at')
    .on('discussion_emails')
    .column('due_at')
    .execute();
}

async function addMessages(db: Db, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('discussion_messages')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id').onDelete('cascade'))
    .addColumn('thread', 'text', (c) => c.notNull().check(sql`thread in ('group', 'staff')`))
    .addColumn('sequence', 'integer', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('about_kind', 'text', (c) =>
      c.check(sql`about_kind in ('milestone', 'deadline', 'document', 'proposal')`),
    )
    .addColumn('about_id', 'text')
    .addColumn('about_page', 'integer')
    .addColumn('document_id', id, (c) => c.references('documents.id'))
    .addColumn('written_by', id, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('written_by_name', 'text', (c) => c.notNull())
    .addColumn('written_at', instant, (c) => c.notNull())
    .addColumn('edited_at', instant)
    .addColumn('removed_at', instant)
    .addColumn('removed_by_name', 'text')
    .addUniqueConstraint('discussion_messages_sequence_unique', ['group_id', 'thread', 'sequence'])
    .addUniqueConstraint('discussion_messages_document_id_unique', ['document_id'])
    .execute();
}
