import { Problem } from '#contract/problem.ts';
import { lockCohorts } from '#server/db/lock-rows.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

/** Locks a cohort, and thereby its records, until the transaction ends. Throws `not-found` or `stale-version`. */
export async function lockCohortAtVersion(
  db: Db,
  cohortId: string,
  version: number,
): Promise<DatabaseRow<'cohorts'>> {
  const cohort = await lockCohorts(db).where('id', '=', cohortId).returningAll().executeTakeFirst();
  if (!cohort) throw new Problem('not-found', 'This session doesn’t exist.');
  if (cohort.version === version) return cohort;
  const message = `Someone else changed ${cohort.name}. Reload the page and make your change again.`;
  throw new Problem('stale-version', message);
}

export const toCohortAuditSubject = ({ id, name }: { id: string; name: string }) =>
  ({ kind: 'cohort', id, name }) as const;
