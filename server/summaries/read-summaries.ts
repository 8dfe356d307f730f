import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CohortContent } from '#server/content/content.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import {
  groupsAtOnce,
  selectGroupsById,
  selectNextGroups,
} from '#server/groups/lists/scope-batches.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { Services } from '#server/services.ts';
import { readGroupFacts } from './read-facts.ts';
import {
  buildRulesKey,
  type GroupSummary,
  type SummaryRules,
  summariseGroup,
} from './summarise.ts';

const computedAtOnce = 500;

type ListName = 'completed' | 'certificates' | 'files' | 'marks';
export type SummaryServices = Pick<Services, 'db' | 'content' | 'config'>;

export const getSummaryRules = (
  { content, config }: Omit<SummaryServices, 'db'>,
  { deadlines }: Pick<CohortContent, 'deadlines'>,
): SummaryRules => ({
  deadlines,
  certificates: content.courses.rule,
  timeZone: config.timeZone,
});

type GroupColumn = keyof DatabaseRow<'groups'>;
type Asked<Column, Name> = { columns: readonly Column[]; parts: readonly Name[] };
type Summarised<Column extends GroupColumn, Name extends ListName> = Pick<
  DatabaseRow<'groups'>,
  Column | 'id'
> &
  Pick<GroupSummary, Name | 'students' | 'unchecked'>;

type BatchRow = Pick<DatabaseRow<'groups'>, 'id' | 'sort_key'> & { rules_key: string | null };

/**
 * Yields columns of the groups in `scope`, sorted by group name, with parts of their summaries. All groups must belong to
 * the cohort. Computes the summaries that are outdated. Yields small batches, because collecting the garbage of thousands
 * of parsed summaries takes longer than parsing them. A group that is renamed meanwhile may be missing or appear twice.
 */
export async function* streamGroupSummaries<Column extends GroupColumn, Name extends ListName>(
  { db, content, config }: SummaryServices,
  scope: ScopedGroupQuery,
  cohort: Pick<CohortContent, 'deadlines'>,
  { columns, parts }: Asked<Column, Name>,
): AsyncGenerator<Summarised<Column, Name>[]> {
  const rules = getSummaryRules({ content, config }, cohort);
  const rulesKey = buildRulesKey(rules);
  let last: BatchRow | undefined;
  do {
    const rows = (await selectNextGroups(scope, last)
      .leftJoin('group_summaries', 'group_summaries.group_id', 'groups.id')
      .select(['groups.id', 'groups.sort_key'])
      .select(['group_summaries.rules_key', 'group_summaries.students'])
      .select('group_summaries.unchecked')
      .select(columns.map((column) => `groups.${column}` as const))
      .select(parts.map((name) => `group_summaries.${name}` as const))
      .execute()) as unknown as (Summarised<Column, Name> & BatchRow)[];
    const outdated = rows.filter(({ rules_key }) => rules_key !== rulesKey).map(({ id }) => id);
    const computed = await computeSummaries(db, outdated, rules);
    for (const row of rows) {
      const summary = computed.get(row.id);
      // Change the row in place, because copies of thousands of rows take longer than parsing them.
      if (summary) Object.assign(row, summary);
      else parseParts(row, parts);
    }
    last = rows[groupsAtOnce - 1];
    yield rows;
    await nextTurn();
  } while (last);
}

function parseParts<Name extends ListName>(row: Pick<GroupSummary, Name>, parts: readonly Name[]) {
  for (const name of parts) row[name] = JSON.parse(row[name] as unknown as string);
}

/** Computes the summaries of these groups in batches, so that other requests need not wait. */
export async function computeSummaries(
  db: Db,
  ids: readonly string[],
  rules: SummaryRules,
): Promise<Map<string, GroupSummary>> {
  const computed = new Map<string, GroupSummary>();
  for (const batch of toBatches(ids, computedAtOnce)) {
    for (const facts of await readGroupFacts(db, selectGroupsById(db, batch)))
      computed.set(facts.group.id, summariseGroup(facts, rules));
    await nextTurn();
  }
  return computed;
}
