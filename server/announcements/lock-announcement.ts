import { sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

/** Locks an announcement until the transaction ends. Throws `not-found`. */
export async function lockAnnouncement(db: Db, id: string): Promise<DatabaseRow<'announcements'>> {
  const row = await db
    .updateTable('announcements')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw createAnnouncementNotFoundProblem();
  return row;
}

/** First key of the advisory locks on the announcements of a cohort. No other lock of the portal uses this key. */
const lockClass = 26;

/**
 * Lets only one transaction at a time add or change announcements of a cohort, so that two people cannot save the same
 * announcement. The row of the cohort is not locked, because marks of the cohort are saved meanwhile.
 */
export async function lockAnnouncementsOfCohort(db: Db, cohortId: string): Promise<void> {
  // SQLite needs no lock, because it allows only one writer at a time.
  if (!isPostgres(db)) return;
  const lock = sql`pg_advisory_xact_lock(${sql.lit(lockClass)}, hashtext(${cohortId}))`.as('lock');
  await db.selectNoFrom(lock).execute();
}

/** Locks a scheduled announcement. Throws `not-found`, or `stale-version` if it was changed, published or withdrawn. */
export async function lockScheduledAnnouncement(
  db: Db,
  id: string,
  version: number,
): Promise<DatabaseRow<'announcements'>> {
  const row = await lockAnnouncement(db, id);
  if (row.published_at || row.withdrawn_at) {
    const what = row.withdrawn_at ? 'withdrawn' : 'published';
    const message = `Nothing was saved: this announcement has already been ${what}.`;
    throw new Problem('stale-version', message);
  }
  if (row.version !== version) {
    const message =
      'Someone else changed this announcement. Reload the page and make your change again.';
    throw new Problem('stale-version', message);
  }
  return row;
}

export const createAnnouncementNotFoundProblem = () =>
  new Problem('not-found', 'This announcement doesn’t exist, or you don’t have access.');
