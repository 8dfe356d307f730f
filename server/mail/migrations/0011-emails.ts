import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes) {
  await db.schema.alterTable('letters').addColumn('reply_to', 'text').execute();
  await db.schema
    .alterTable('letters')
    .addColumn('member_id', id, (c) => c.references('members.id'))
    .execute();
  await db.schema.createIndex('letters_group_id').on('letters').column('group_id').execute();

  await db.schema
    .createTable('objections')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('member_id', id, (c) => c.notNull().references('members.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .addColumn('objected_at', instant)
    .addColumn('settled_at', instant)
    .execute();
  await db.schema
    .createIndex('objections_token_hash_unique')
    .on('objections')
    .column('token_hash')
    .unique()
    .execute();
}
