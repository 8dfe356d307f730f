import type { ExpressionBuilder } from 'kysely';
import { matchesSearch } from '#server/db/search.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { isGroupVisibleTo } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';

/** Returns a query for the active groups of the cohort that are visible to the caller. */
export const selectVisibleGroups = (db: Db, caller: Caller, cohortId: string) =>
  db
    .selectFrom('groups')
    .where('groups.deleted_at', 'is', null)
    .where('groups.cohort_id', '=', cohortId)
    .where(isGroupVisibleTo(caller));

/** Narrows the query to groups whose search key contains every word of `q`. */
export function filterBySearch(scope: ScopedGroupQuery, q: string | undefined): ScopedGroupQuery {
  return scope.where(matchesSearch('groups.search_key', q));
}

export const selectGroup = (db: Db, groupId: string) =>
  db.selectFrom('groups').where('groups.id', '=', groupId);

export type ScopedGroupQuery = ReturnType<typeof selectGroup>;

export const isGroupInCohort = (eb: ExpressionBuilder<Tables, 'groups'>, code: string) =>
  eb('groups.cohort_id', '=', (sub) =>
    sub.selectFrom('cohorts').select('cohorts.id').where('code_key', '=', code.toLowerCase()),
  );

/**
 * Starts at the open cohorts, so that the groups of past years are not read: SQLite keeps the order of tables in a cross
 * join.
 */
export const selectGroupsInOpenCohorts = (db: Db) =>
  db
    .selectFrom('cohorts')
    .crossJoin('groups')
    .whereRef('groups.cohort_id', '=', 'cohorts.id')
    .where('cohorts.closed_at', 'is', null);
