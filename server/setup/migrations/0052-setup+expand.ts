import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('setup_decisions')
    .addColumn('choice', 'text', (c) => c.primaryKey())
    .addColumn('decided_by', id, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decided_at', instant, (c) => c.notNull())
    .execute();
}
