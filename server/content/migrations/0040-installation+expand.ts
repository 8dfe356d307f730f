import type { Kysely } from 'kysely';

/** Adds facts about this installation, such as its time zone, by name. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('installation')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}
