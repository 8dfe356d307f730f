import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Adds a table of users who receive only the last reminder before each deadline. */
export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('muted_reminders')
    .addColumn('user_id', id, (c) => c.primaryKey().references('users.id'))
    .addColumn('muted_at', instant, (c) => c.notNull())
    .execute();
}
