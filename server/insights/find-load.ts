import type { InsightFilter } from '#contract/insights.ts';
import { listMilestones } from '#contract/rules/scheme.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { getSupervisorKey, selectGroupsInScope } from './scope.ts';

/** Counts each supervisor's groups and students, and the entered and missing marks of milestones that they may mark. */
export async function findSupervisorLoad(
  { db, content }: Services,
  caller: Caller,
  filter: InsightFilter,
) {
  const keys = listMilestones(getCohort(content, filter.cohort).scheme)
    .filter(({ markers }) => markers.includes('supervisor'))
    .map(({ key }) => key);
  const loads = await (await selectGroupsInScope(db, caller, filter))
    .leftJoin('members', 'members.group_id', 'groups.id')
    .leftJoin('marks', (join) =>
      join
        .onRef('marks.member_id', '=', 'members.id')
        // Add an unused key, because PostgreSQL rejects an empty IN list.
        .on('marks.milestone', 'in', ['', ...keys]),
    )
    .groupBy(['groups.supervisor_id', 'groups.supervisor'])
    .select(({ fn }) => [
      'groups.supervisor_id',
      'groups.supervisor',
      fn.count<number>('groups.id').distinct().as('groups'),
      fn.count<number>('members.id').distinct().as('students'),
      fn.count<number>('marks.marks').as('given'),
    ])
    .execute();
  const rows = loads.map(({ supervisor_id, supervisor, groups, students, given: markedCount }) => ({
    key: getSupervisorKey(supervisor_id, supervisor),
    name: supervisor,
    groups,
    students,
    given: markedCount,
    open: students * keys.length - markedCount,
  }));
  return sortByText(rows, ({ name }) => name);
}
