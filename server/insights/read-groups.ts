import type { InsightFilter } from '#contract/insights.ts';
import { listMilestones, type MarkingScheme, type Milestone } from '#contract/rules/scheme.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { streamGroupSummaries } from '#server/summaries/read-summaries.ts';
import type { GroupSummary } from '#server/summaries/summarise.ts';
import { selectGroupsInScope } from './scope.ts';

export type InsightGroup = Pick<
  DatabaseRow<'groups'>,
  | 'program'
  | 'category'
  | 'supervisor'
  | 'supervisor_id'
  | 'external_examiner'
  | 'external_examiner_id'
> &
  Pick<GroupSummary, 'students' | 'files' | 'marks'>;

/** Adds up groups one by one, so that only a few groups are in memory at a time. */
export type Chart<Row> = { add: (group: InsightGroup) => void; getRows: () => Row[] };

/** Adds the groups that match the filter to the charts, sorted by name. Throws `not-found`. */
export const fillCharts = (
  services: Services,
  caller: Caller,
  filter: InsightFilter,
  charts: readonly Pick<Chart<unknown>, 'add'>[],
): Promise<void> =>
  readTogether(services.db, (db) => addGroups({ ...services, db }, caller, filter, charts));

async function addGroups(
  services: Services,
  caller: Caller,
  filter: InsightFilter,
  charts: readonly Pick<Chart<unknown>, 'add'>[],
): Promise<void> {
  const cohort = getCohort(services.content, filter.cohort);
  const scope = await selectGroupsInScope(services.db, caller, filter);
  const batches = streamGroupSummaries(services, scope, cohort, {
    columns: [
      ...(['program', 'category', 'supervisor', 'supervisor_id'] as const),
      ...(['external_examiner', 'external_examiner_id'] as const),
    ],
    parts: ['files', 'marks'],
  });
  for await (const groups of batches)
    for (const chart of charts) for (const group of groups) chart.add(group);
}

type VisitMilestone = (group: InsightGroup, milestone: Milestone, marks: readonly number[]) => void;

/** Returns a function that calls `visit` with the marks of a group for each milestone of the scheme. */
export function createMilestoneVisitor(scheme: MarkingScheme, visit: VisitMilestone) {
  const milestones = new Map(listMilestones(scheme).map((each) => [each.key, each]));
  return (group: InsightGroup): void => {
    for (const [key, marks] of Object.entries(group.marks)) {
      const milestone = milestones.get(key);
      // Ignore milestones that are no longer in the marking scheme, because their total is unknown.
      if (milestone) visit(group, milestone, marks);
    }
  };
}

/** Returns the chart with only the groups of this supervisor, or with all groups. */
export const ofSupervisor = <Row>(chart: Chart<Row>, supervisor: string | undefined): Chart<Row> =>
  supervisor === undefined
    ? chart
    : {
        ...chart,
        add(group) {
          if (group.supervisor_id === supervisor) chart.add(group);
        },
      };
