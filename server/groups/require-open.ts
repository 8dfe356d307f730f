import { Problem } from '#contract/problem.ts';
import { compiledOnce } from '#server/db/compile-once.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

/** Until the transaction ends the cohort stays open. Null: a group from before cohorts. Throws `cohort-closed`. */
export async function requireOpen(db: Db, cohortId: string | null): Promise<void> {
  if (cohortId === null) return;
  const [cohort] = await lockedCohort(db, { cohortId });
  if (!cohort) throw new Error('The group is of a cohort that does not exist.');
  if (cohort.closed_at) throw cohortClosed(cohort.name);
}

/** Whether the cohort is open; it stays so until the transaction ends. */
export async function isOpenCohort(db: Db, cohortId: string | null): Promise<boolean> {
  if (cohortId === null) return true;
  const [cohort] = await lockedCohort(db, { cohortId });
  return cohort?.closed_at === null;
}

const lockedCohort = compiledOnce((db, { cohortId }: { cohortId: string }) =>
  db
    .selectFrom('cohorts')
    .select(['name', 'closed_at'])
    .where('id', '=', cohortId)
    // SQLite has one writer at a time.
    .$if(isPostgres(db), (query) => query.forShare()),
);

export const cohortClosed = (name: string) =>
  new Problem(
    'cohort-closed',
    `${name} is closed: nothing in it can be changed. An admin can open it again under Settings.`,
  );
