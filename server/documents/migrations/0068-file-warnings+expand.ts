import type { Kysely } from 'kysely';

/** Adds what was doubtful about a file's content when it was uploaded. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('documents').addColumn('warning', 'text').execute();
}
