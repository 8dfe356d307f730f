import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Empties `login_failures` and `network_failures`. Does not drop them, as the previous version still uses them. */
export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes) {
  await db.schema
    .createTable('known_devices')
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('last_login_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('known_devices_primary', ['token_hash', 'user_id'])
    .execute();
  await db.schema
    .createIndex('known_devices_user_id')
    .on('known_devices')
    .column('user_id')
    .execute();
  await db.schema
    .createTable('login_throttles')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('pace_full_at', instant, (c) => c.notNull())
    .addColumn('stock_full_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('login_throttles_primary', ['email', 'network'])
    .execute();
  await db.schema
    .alterTable('sessions')
    .addColumn('password_failures', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`delete from login_failures`.execute(db);
  await sql`delete from network_failures`.execute(db);
}
