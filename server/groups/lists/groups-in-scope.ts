import type { ExpressionBuilder } from 'kysely';
import { searchForm } from '#contract/values/search-form.ts';
import { containsPattern, splitSearchWords } from '#server/db/search.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';

/** The groups in use of a cohort: all for an admin, else those that the caller supervises or examines. */
export function groupsInScope(db: Db, caller: Caller, cohortId: string) {
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

/** Those of them with all of these words in their names, titles, people and emails. */
export function matching(scope: GroupScope, q: string | undefined): GroupScope {
  return splitSearchWords(searchForm(q ?? '')).reduce(
    (groups, word) => groups.where('groups.search_key', 'like', containsPattern(word)),
    scope,
  );
}

/** One group, whatever its cohort. */
export const onlyGroup = (db: Db, groupId: string) =>
  db.selectFrom('groups').where('groups.id', '=', groupId);

export type GroupScope = ReturnType<typeof onlyGroup>;

/** Whether a group is of the cohort with this code. */
export const isOfCohort = (eb: ExpressionBuilder<Tables, 'groups'>, code: string) =>
  eb('groups.cohort_id', '=', (sub) =>
    sub.selectFrom('cohorts').select('cohorts.id').where('code_key', '=', code.toLowerCase()),
  );
