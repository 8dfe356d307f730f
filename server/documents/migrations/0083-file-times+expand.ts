import type { Kysely } from 'kysely';

/** Adds indexes to find files whose time is in the future, because the server's clock was ahead. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createIndex('documents_uploaded_at')
    .on('documents')
    .column('uploaded_at')
    .execute();
  await db.schema
    .createIndex('submissions_submitted_at')
    .on('submissions')
    .column('submitted_at')
    .execute();
}
