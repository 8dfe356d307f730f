import { type Kysely, type SqlBool, sql } from 'kysely';

/** Adds an index of the undone decisions that were emailed, so that the job that corrects them reads only these. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('certificates_undone')
    .on('certificates')
    .columns(['member_id', 'changed_at'])
    .where(sql<SqlBool>`state = 'unchecked' and told_state is not null`)
    .execute();
}
