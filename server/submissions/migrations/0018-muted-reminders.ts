import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Users in the new table receive only the last reminder before each deadline. */
export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('muted_reminders')
    .addColumn('user_id', id, (c) => c.primaryKey().references('users.id'))
    .addColumn('muted_at', instant, (c) => c.notNull())
    .execute();
}
