import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('drafts')
    .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('saved_at', instant, (c) => c.notNull())
    .addColumn('copy_id', id, (c) => c.notNull())
    .addPrimaryKeyConstraint('drafts_primary', ['user_id', 'key'])
    .execute();
  await db.schema.createIndex('drafts_oldest').on('drafts').column('saved_at').execute();
}
