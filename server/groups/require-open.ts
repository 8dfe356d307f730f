import { Problem } from '#contract/problem.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { prepareQuery } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

/**
 * Locks the state of an open cohort until the transaction ends, or throws `cohort-closed`. Groups from early versions
 * have no cohort, which counts as open.
 */
export async function requireOpenCohort(db: Db, cohortId: string | null): Promise<void> {
  if (cohortId === null) return;
  const [cohort] = await lockedCohort(db, { cohortId });
  if (!cohort) throw new Error('The group is of a cohort that does not exist.');
  requireOpen(cohort);
}

export function requireOpen(cohort: Pick<DatabaseRow<'cohorts'>, 'name' | 'closed_at'>): void {
  if (cohort.closed_at) throw createCohortClosedProblem(cohort.name);
}

/** Locks the state of the group's cohort until the transaction ends. Groups from early versions have no cohort. */
export async function lockCohortOfGroup(db: Db, groupId: string) {
  const [cohort] = await lockedCohortOfGroup(db, { groupId });
  return cohort;
}

const lockedCohortOfGroup = prepareQuery((db, { groupId }: { groupId: string }) =>
  db
    .selectFrom('cohorts')
    .select(['name', 'closed_at', 'version'])
    .where('id', '=', (eb) => eb.selectFrom('groups').select('cohort_id').where('id', '=', groupId))
    .$if(isPostgres(db), (query) => query.forShare()),
);

/** Returns true if the cohort is open, and locks its state until the transaction ends. */
export async function lockCohortIfOpen(db: Db, cohortId: string | null): Promise<boolean> {
  if (cohortId === null) return true;
  const [cohort] = await lockedCohort(db, { cohortId });
  return cohort?.closed_at === null;
}

const lockedCohort = prepareQuery((db, { cohortId }: { cohortId: string }) =>
  db
    .selectFrom('cohorts')
    .select(['name', 'closed_at'])
    .where('id', '=', cohortId)
    .$if(isPostgres(db), (query) => query.forShare()),
);

/** Locks the open cohorts and returns their ids. A write to groups of several cohorts must be limited to these ids. */
export async function lockOpenCohorts(db: Db): Promise<string[]> {
  const open = await db
    .selectFrom('cohorts')
    .select('id')
    .where('closed_at', 'is', null)
    .orderBy('id')
    .$if(isPostgres(db), (query) => query.forShare())
    .execute();
  return open.map(({ id }) => id);
}

export const createCohortClosedProblem = (name: string) =>
  new Problem(
    'cohort-closed',
    `${name} is closed and can’t be changed. An admin can reopen it under Settings.`,
  );
