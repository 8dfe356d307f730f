import type { CohortContent } from '#server/content/content.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import { computeSummaries, getSummaryRules, type SummaryServices } from './read-summaries.ts';
import { buildRulesKey } from './summarise.ts';

type Cohort = Pick<CohortContent, 'deadlines'>;

/** Groups with the same missing files. */
type MissingFiles = { missing: readonly string[]; groups: number };

/**
 * Counts the groups in `scope` by the deadlines for which they have not submitted all files. Groups that have missed the
 * same deadlines share one row, so that SQL returns few rows even for thousands of groups.
 */
export async function countMissingFiles(
  services: SummaryServices,
  scope: ScopedGroupQuery,
  cohort: Cohort,
): Promise<MissingFiles[]> {
  const rows = await selectSummaries(scope)
    .select(({ fn }) => ['rules_key', 'missing', fn.countAll<number>().as('groups')])
    .groupBy(['rules_key', 'missing'])
    .execute();
  const { current, outdated } = await splitByRules(services, scope, cohort, rows);
  return [
    ...current.map(({ missing, groups }) => ({ missing: JSON.parse(missing ?? '[]'), groups })),
    ...outdated.map(({ missing }) => ({ missing, groups: 1 })),
  ];
}

/** Counts the students in `scope` whose certificates wait to be checked. */
export async function countUncheckedStudents(
  services: SummaryServices,
  scope: ScopedGroupQuery,
  cohort: Cohort,
): Promise<number> {
  const rows = await selectSummaries(scope)
    .select(({ fn }) => ['rules_key', fn.sum<number>('unchecked').as('unchecked')])
    .groupBy('rules_key')
    .execute();
  const { current, outdated } = await splitByRules(services, scope, cohort, rows);
  return [...current, ...outdated].reduce((sum, { unchecked }) => sum + Number(unchecked), 0);
}

const selectSummaries = (scope: ScopedGroupQuery) =>
  scope.leftJoin('group_summaries', 'group_summaries.group_id', 'groups.id');

/** Returns the rows that were counted with the current rules, and the computed summaries of all other groups. */
async function splitByRules<Row extends { rules_key: string | null }>(
  services: SummaryServices,
  scope: ScopedGroupQuery,
  cohort: Cohort,
  rows: readonly Row[],
) {
  const rules = getSummaryRules(services, cohort);
  const rulesKey = buildRulesKey(rules);
  const current = rows.filter(({ rules_key }) => rules_key === rulesKey);
  if (current.length === rows.length) return { current, outdated: [] };
  const groups = await selectSummaries(scope)
    .where('rules_key', 'is distinct from', rulesKey)
    .select('groups.id')
    .execute();
  const ids = groups.map(({ id }) => id);
  const computed = await computeSummaries(services.db, ids, rules);
  return { current, outdated: [...computed.values()] };
}
