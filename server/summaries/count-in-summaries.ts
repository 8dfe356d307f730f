import { sql } from 'kysely';
import type { CohortContent } from '#server/content/content.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import { computeSummaries, getSummaryRules, type SummaryServices } from './read-summaries.ts';
import { buildRulesKey, type SummaryRules } from './summarise.ts';

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
  const rules = getSummaryRules(services, cohort);
  const rows = await selectSummaries(scope, buildRulesKey(rules))
    .select(({ fn }) => ['missing', fn.countAll<number>().as('groups')])
    .groupBy('missing')
    .execute();
  const { current, outdated } = await splitByRules(services, rules, rows);
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
  const rules = getSummaryRules(services, cohort);
  const rows = await selectSummaries(scope, buildRulesKey(rules))
    .select(({ fn }) => fn.sum<number>('unchecked').as('unchecked'))
    .execute();
  const { current, outdated } = await splitByRules(services, rules, rows);
  return [...current, ...outdated].reduce((sum, { unchecked }) => sum + Number(unchecked), 0);
}

/** Selects summaries in two sets of rows: the current ones, and the outdated ones with the ids of their groups. */
const selectSummaries = (scope: ScopedGroupQuery, rulesKey: string) => {
  const isCurrent = sql<boolean>`coalesce(rules_key, '') = ${rulesKey}`;
  return scope
    .leftJoin('group_summaries', 'group_summaries.group_id', 'groups.id')
    .select(
      sql<
        string | null
      >`string_agg(cast(groups.id as text), ',') filter (where not (${isCurrent}))`.as(
        'outdatedIds',
      ),
    )
    .groupBy(isCurrent);
};

/** Returns the rows of current summaries, and computes the summaries of all other groups. */
async function splitByRules<Row extends { outdatedIds: string | null }>(
  { db }: SummaryServices,
  rules: SummaryRules,
  rows: readonly Row[],
) {
  const current = rows.filter(({ outdatedIds }) => outdatedIds === null);
  const ids = rows.flatMap(({ outdatedIds }) => outdatedIds?.split(',') ?? []);
  const computed = await computeSummaries(db, ids, rules);
  return { current, outdated: [...computed.values()] };
}
