import type { Kysely } from 'kysely';

/** Adds an index for the list of the newest damaged files: without its storage, a portal records damage of every file. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createIndex('damaged_files_found_at')
    .on('damaged_files')
    .columns(['found_at', 'document_id'])
    .execute();
}
