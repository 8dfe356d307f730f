import { type Kysely, sql } from 'kysely';
import { createClosedRecordTriggers } from '#server/db/closed/closed-records.ts';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Creates the triggers that protect closed cohorts, and withdraws their scheduled announcements. */
export async function up(
  db: Kysely<unknown>,
  _types: ColumnTypes,
  onPostgres: boolean,
): Promise<void> {
  await sql`
    update announcements set withdrawn_at = cohorts.closed_at from cohorts
    where cohorts.id = announcements.cohort_id and cohorts.closed_at is not null
      and announcements.published_at is null and announcements.withdrawn_at is null
  `.execute(db);
  await createClosedRecordTriggers(db, onPostgres);
}
