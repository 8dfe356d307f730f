import type { Kysely } from 'kysely';

/** Adds the reason for changing a mark that was emailed before. The email about the correction contains it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('marks').addColumn('correction_reason', 'text').execute();
}
