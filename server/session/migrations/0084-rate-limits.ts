import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Failures are forgotten: all limits start anew. */
export async function up(db: Kysely<unknown>, { instant }: ColumnTypes) {
  await db.schema
    .createTable('rate_limits')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .execute();
  for (const column of ['email', 'expires_at']) {
    await db.schema.createIndex(`rate_limits_${column}`).on('rate_limits').column(column).execute();
  }
  await db.schema.dropTable('login_throttles').execute();
  await db.schema.dropTable('token_buckets').execute();
  await sql`delete from installation where name = 'test-emails'`.execute(db);
  await db.schema.alterTable('known_devices').dropColumn('failures').execute();
}
