import type { InsightFilter } from '#contract/insights.ts';
import { listMilestones, type Milestone } from '#contract/rules/scheme.ts';
import type { CohortContent } from '#server/content/content.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { readGroupSummaries } from '#server/summaries/read-summaries.ts';
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

/** The groups of the charts, and the cohort whose rules apply to them. */
export type InsightData = {
  groups: readonly InsightGroup[];
  cohort: CohortContent;
  timeZone: string;
};

/** Reads the groups that match the filter, from which all charts are computed. Throws `not-found`. */
export async function readInsightData(
  services: Services,
  caller: Caller,
  filter: InsightFilter,
): Promise<InsightData> {
  const { db, content, config } = services;
  const cohort = getCohort(content, filter.cohort);
  const groups = await readGroupSummaries(
    services,
    await selectGroupsInScope(db, caller, filter),
    cohort,
    {
      columns: [
        ...(['program', 'category', 'supervisor', 'supervisor_id'] as const),
        ...(['external_examiner', 'external_examiner_id'] as const),
      ],
      parts: ['files', 'marks'],
    },
  );
  return { groups, cohort, timeZone: config.timeZone };
}

/** Calls `visit` with the marks of each group and milestone of the cohort's scheme. */
export function forEachMilestone(
  { groups, cohort }: InsightData,
  visit: (group: InsightGroup, milestone: Milestone, marks: readonly number[]) => void,
): void {
  const milestones = new Map(listMilestones(cohort.scheme).map((each) => [each.key, each]));
  for (const group of groups)
    for (const [key, marks] of Object.entries(group.marks)) {
      const milestone = milestones.get(key);
      // Ignore milestones that are no longer in the marking scheme, because their total is unknown.
      if (milestone) visit(group, milestone, marks);
    }
}

export const ofSupervisor = (data: InsightData, supervisor: string | undefined): InsightData =>
  supervisor === undefined
    ? data
    : { ...data, groups: data.groups.filter((group) => group.supervisor_id === supervisor) };
