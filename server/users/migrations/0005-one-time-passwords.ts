import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { instant }: ColumnTypes) {
  await db.schema.alterTable('users').addColumn('password_ends_at', instant).execute();
}
