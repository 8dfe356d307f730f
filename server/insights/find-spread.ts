import type { MarkDistributionFilter } from '#contract/insights.ts';
import { findMilestone, listMilestones } from '#contract/rules/scheme.ts';
import { toListEntryKey } from '#contract/values/listed.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { getSupervisorKey, selectGroupsInScope } from './scope.ts';
import { computeMarkDistribution } from './spread.ts';

const columns = {
  milestone: ['marks.milestone', 'marks.milestone'],
  program: ['groups.program', 'groups.program'],
  category: ['groups.category', 'groups.category'],
  supervisor: ['groups.supervisor_id', 'groups.supervisor'],
} as const;

/** Returns the distribution of marks. Computes quartiles in JavaScript, so that SQLite and PostgreSQL agree. */
export async function findMarkDistributions(
  { db, content }: Services,
  caller: Caller,
  { by, milestone: only, ...filter }: MarkDistributionFilter,
) {
  const { scheme } = getCohort(content, filter.cohort);
  const [key, label] = columns[by];
  const isListed = by === 'program' || by === 'category';
  let marks = (await selectGroupsInScope(db, caller, filter))
    .innerJoin('members', 'members.group_id', 'groups.id')
    .innerJoin('marks', 'marks.member_id', 'members.id')
    .where('marks.marks', 'is not', null)
    .select(({ fn, ref }) => [
      ref(key).as('key'),
      ref(label).as('label'),
      'marks.milestone',
      'marks.marks',
      fn.countAll<number>().as('count'),
    ])
    .groupBy([key, label, 'marks.milestone', 'marks.marks']);
  if (only !== undefined) marks = marks.where('marks.milestone', '=', only);
  const counted = (await marks.execute()).flatMap((row) => {
    // Ignore milestones that are no longer in the marking scheme, because their total is unknown.
    const milestone = findMilestone(scheme, row.milestone);
    if (!milestone || row.marks === null) return [];
    const percent = (row.marks / milestone.total) * 100;
    const title = by === 'milestone' ? milestone.title : (row.label ?? '');
    const group = isListed ? toListEntryKey(title) : getSupervisorKey(row.key, title);
    return [{ key: group, label: title, percent, count: row.count }];
  });
  const rows = [...Map.groupBy(counted, (row) => row.key)].flatMap(([rowKey, rowMarks]) => {
    const spread = computeMarkDistribution(rowMarks);
    return spread ? [{ key: rowKey, label: rowMarks[0]?.label ?? '', ...spread }] : [];
  });
  if (by !== 'milestone') return { rows: sortByText(rows, ({ label }) => label) };
  const order = listMilestones(scheme).map((milestone) => milestone.key);
  return { rows: rows.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key)) };
}
