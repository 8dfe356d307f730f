import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('notices')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('read_at', instant)
    .addColumn('awaits_digest', 'integer', (c) => c.notNull().check(sql`awaits_digest in (0, 1)`))
    .execute();
  await db.schema
    .createIndex('notices_newest')
    .on('notices')
    .columns(['user_id', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('notices_unread')
    .on('notices')
    .column('user_id')
    .where(sql<boolean>`read_at is null`)
    .execute();
  await db.schema
    .createIndex('notices_digest')
    .on('notices')
    .columns(['user_id', 'created_at'])
    .where(sql<boolean>`awaits_digest = 1`)
    .execute();
  await db.schema
    .createTable('notice_settings')
    .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('delivery', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('notice_settings_pk', ['user_id', 'kind'])
    .execute();
  await db.schema
    .createTable('unsubscribe_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute();
  await db.schema
    .alterTable('emails')
    .addColumn('user_id', id, (c) => c.references('users.id').onDelete('set null'))
    .execute();
  await db.schema.alterTable('emails').addColumn('kind', 'text').execute();
  // Users who have muted reminders receive no more reminder emails, but still see reminders on the notices page.
  await sql`
    insert into notice_settings (user_id, kind, delivery)
    select user_id, 'reminders', 'page' from muted_reminders
  `.execute(db);
  await sql`delete from muted_reminders`.execute(db);
}
