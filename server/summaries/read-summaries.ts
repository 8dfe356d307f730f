import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CohortContent } from '#server/content/content.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { selectGroupsById, splitScope } from '#server/groups/lists/scope-batches.ts';
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

const groupsAtOnce = 500;

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
  Pick<GroupSummary, Name | 'students'>;

/**
 * Returns columns of all groups in `scope`, sorted by group name, with parts of their summaries. All groups must belong to
 * the cohort. Computes the summaries that are outdated.
 */
export async function readGroupSummaries<Column extends GroupColumn, Name extends ListName>(
  services: SummaryServices,
  scope: ScopedGroupQuery,
  cohort: Pick<CohortContent, 'deadlines'>,
  { columns, parts }: Asked<Column, Name>,
): Promise<Summarised<Column, Name>[]> {
  const rules = getSummaryRules(services, cohort);
  const rulesKey = buildRulesKey(rules);
  const summarised = new Map<string, Summarised<Column, Name>>();
  const outdated: string[] = [];
  for await (const batch of splitScope(services.db, scope)) {
    const rows = (await batch
      .leftJoin('group_summaries', 'group_summaries.group_id', 'groups.id')
      .select(['groups.id', 'group_summaries.rules_key', 'group_summaries.students'])
      .select(columns.map((column) => `groups.${column}` as const))
      .select(parts.map((name) => `group_summaries.${name}` as const))
      .execute()) as unknown as (Summarised<Column, Name> & { rules_key: string | null })[];
    for (const [at, row] of rows.entries()) {
      // Change the row in place, because copies of thousands of rows take longer than parsing them.
      if (row.rules_key === rulesKey) parseParts(row, parts);
      else outdated.push(row.id);
      summarised.set(row.id, row);
      if (at % groupsAtOnce === groupsAtOnce - 1) await nextTurn();
    }
    await nextTurn();
  }
  for (const [id, summary] of await computeSummaries(services.db, outdated, rules)) {
    const row = summarised.get(id);
    if (row) Object.assign(row, summary);
  }
  return [...summarised.values()];
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
  for (const batch of toBatches(ids, groupsAtOnce)) {
    for (const facts of await readGroupFacts(db, selectGroupsById(db, batch)))
      computed.set(facts.group.id, summariseGroup(facts, rules));
    await nextTurn();
  }
  return computed;
}
