import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** The primary key ensures that the people of a cohort are notified of each version of its deadlines only once. */
export async function up(db: Kysely<unknown>, { id, instant, number }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('deadline_announcements')
    .addColumn('cohort_id', id, (c) => c.notNull().references('cohorts.id'))
    .addColumn('version', number, (c) => c.notNull())
    .addColumn('announced_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('deadline_announcements_pkey', ['cohort_id', 'version'])
    .execute();
}
