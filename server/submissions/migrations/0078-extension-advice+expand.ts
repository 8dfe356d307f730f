import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Stores what the supervisor thinks of a request that the FYP office decides on. */
export async function up(db: Kysely<unknown>, { instant }: ColumnTypes): Promise<void> {
  const add = (name: string, type: typeof instant | 'text') =>
    db.schema.alterTable('extension_requests').addColumn(name, type);
  await db.schema
    .alterTable('extension_requests')
    .addColumn('advice', 'text', (c) => c.check(sql`advice in ('support', 'against')`))
    .execute();
  await add('advised_by_name', 'text').execute();
  await add('advised_at', instant).execute();
}
