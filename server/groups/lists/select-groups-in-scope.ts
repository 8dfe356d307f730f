import type { ExpressionBuilder } from 'kysely';
import { matchesSearch } from '#server/db/search.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';

/** Returns a query for active groups of the cohort: all for admins, otherwise those of the caller as staff. */
export function selectGroupsInScope(db: Db, caller: Caller, cohortId: string) {
  const groups = db
    .selectFrom('groups')
    .where('groups.deleted_at', 'is', null)
    .where('groups.cohort_id', '=', cohortId);
  if (caller.role === 'admin') return groups;
  return groups.where((eb) =>
    eb.or([
      eb('groups.supervisor_id', '=', caller.userId),
      eb('groups.external_examiner_id', '=', caller.userId),
    ]),
  );
}

/** Narrows the query to groups that contain all search terms in their names, titles, people or emails. */
export function narrowToSearch(scope: GroupScope, q: string | undefined): GroupScope {
  return scope.where(matchesSearch('groups.search_key', q));
}

export const selectGroup = (db: Db, groupId: string) =>
  db.selectFrom('groups').where('groups.id', '=', groupId);

export type GroupScope = ReturnType<typeof selectGroup>;

export const isOfCohort = (eb: ExpressionBuilder<Tables, 'groups'>, code: string) =>
  eb('groups.cohort_id', '=', (sub) =>
    sub.selectFrom('cohorts').select('cohorts.id').where('code_key', '=', code.toLowerCase()),
  );
