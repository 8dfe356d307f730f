import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant, number }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('request_usage')
    .addColumn('slot', instant, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('payer', 'text', (c) => c.notNull())
    .addColumn('requests', number, (c) => c.notNull())
    .addColumn('refused', number, (c) => c.notNull())
    .addColumn('work', number, (c) => c.notNull())
    .addColumn('rows', number, (c) => c.notNull())
    .addColumn('megabytes', number, (c) => c.notNull())
    .addColumn('emails', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('request_usage_primary', ['slot', 'kind', 'payer'])
    .execute();
  await db.schema
    .createTable('raised_limits')
    .addColumn('user_id', id, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('factor', 'integer', (c) => c.notNull().check(sql`factor >= 1`))
    .addColumn('ends_at', instant)
    .execute();
}
