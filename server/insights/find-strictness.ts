import type { InsightFilter } from '#contract/insights.ts';
import { findMilestone } from '#contract/rules/scheme.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { getSupervisorKey, selectGroupsInScope } from './scope.ts';
import { computeMarkerStrictness, type MarkerMilestoneMarks } from './strictness.ts';

/**
 * Compares the strictness of markers. A mark belongs to the supervisor or examiner responsible for the milestone, even
 * if an admin entered it. The supervisor filter is applied only after each marker has been compared with all others.
 */
export async function findMarkerStrictness(
  { db, content }: Services,
  caller: Caller,
  { supervisor, ...filter }: InsightFilter,
) {
  const { scheme } = getCohort(content, filter.cohort);
  const sums = await (await selectGroupsInScope(db, caller, filter))
    .innerJoin('members', 'members.group_id', 'groups.id')
    .innerJoin('marks', 'marks.member_id', 'members.id')
    .where('marks.marks', 'is not', null)
    .select(({ fn }) => [
      'marks.milestone',
      'groups.supervisor_id',
      'groups.supervisor',
      'groups.external_examiner_id',
      'groups.external_examiner',
      fn.sum<number>('marks.marks').as('sum'),
      fn.count<number>('marks.marks').as('count'),
    ])
    .groupBy([
      'marks.milestone',
      'groups.supervisor_id',
      'groups.supervisor',
      'groups.external_examiner_id',
      'groups.external_examiner',
    ])
    .execute();
  const sumsByMarker = sums.flatMap((row): MarkerMilestoneMarks[] => {
    const milestone = findMilestone(scheme, row.milestone);
    if (!milestone) return [];
    const [id, name] = milestone.markers.includes('supervisor')
      ? [row.supervisor_id, row.supervisor]
      : [row.external_examiner_id, row.external_examiner ?? 'No external examiner'];
    const sum = (row.sum / milestone.total) * 100;
    return [
      { key: getSupervisorKey(id, name), name, milestone: row.milestone, marks: row.count, sum },
    ];
  });
  const rows = computeMarkerStrictness(sumsByMarker);
  return supervisor ? rows.filter(({ key }) => key === supervisor) : rows;
}
