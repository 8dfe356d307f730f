import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { instant }: ColumnTypes) {
  await db.schema
    .createTable('network_failures')
    .addColumn('network', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('since', instant, (c) => c.notNull())
    .addColumn('retry_at', instant, (c) => c.notNull())
    .execute();
}
