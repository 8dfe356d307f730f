import type { SpreadFilter } from '#contract/insights.ts';
import { findMilestone, milestonesOf } from '#contract/rules/scheme.ts';
import { listedKey } from '#contract/values/listed.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { groupsInScope, keyOf } from './scope.ts';
import { spreadOf } from './spread.ts';

/** What tells the rows apart, and what they are called. */
const columns = {
  milestone: ['marks.milestone', 'marks.milestone'],
  program: ['groups.program', 'groups.program'],
  category: ['groups.category', 'groups.category'],
  supervisor: ['groups.supervisor_id', 'groups.supervisor'],
} as const;

/** The database counts equal marks, which are few; quartiles of them are found here, alike for both. */
export async function findSpread(
  { db, content }: Services,
  caller: Caller,
  { by, milestone: only, ...filter }: SpreadFilter,
) {
  const { scheme } = getCohort(content, filter.cohort);
  const [key, label] = columns[by];
  const isListed = by === 'program' || by === 'category';
  let marks = (await groupsInScope(db, caller, filter))
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
    // A key of an earlier scheme has no total.
    const milestone = findMilestone(scheme, row.milestone);
    if (!milestone || row.marks === null) return [];
    const percent = (row.marks / milestone.total) * 100;
    const title = by === 'milestone' ? milestone.title : (row.label ?? '');
    const group = isListed ? listedKey(title) : keyOf(row.key, title);
    return [{ key: group, label: title, percent, count: row.count }];
  });
  const rows = [...Map.groupBy(counted, (row) => row.key)].flatMap(([rowKey, own]) => {
    const spread = spreadOf(own);
    return spread ? [{ key: rowKey, label: own[0]?.label ?? '', ...spread }] : [];
  });
  if (by !== 'milestone') return { rows: sortByText(rows, ({ label }) => label) };
  const order = milestonesOf(scheme).map((milestone) => milestone.key);
  return { rows: rows.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key)) };
}
