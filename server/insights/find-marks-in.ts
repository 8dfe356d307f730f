import { sql } from 'kysely';
import type { InsightFilter } from '#contract/insights.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { selectGroupsInScope } from './scope.ts';

/** Key of the result row that counts all students instead of a milestone's marks. No milestone has an empty key. */
const all = '';

export async function countMarksByMilestone(
  { db, content }: Services,
  caller: Caller,
  filter: InsightFilter,
) {
  const members = (await selectGroupsInScope(db, caller, filter)).innerJoin(
    'members',
    'members.group_id',
    'groups.id',
  );
  const counted = await members
    .innerJoin('marks', 'marks.member_id', 'members.id')
    .groupBy('marks.milestone')
    .select(({ fn }) => ['marks.milestone', fn.count<number>('marks.marks').as('count')])
    .unionAll(
      members.select(({ fn }) => [
        sql<string>`${sql.lit(all)}`.as('milestone'),
        fn.count<number>('members.id').as('count'),
      ]),
    )
    .execute();
  const countOf = (key: string) => counted.find(({ milestone }) => milestone === key)?.count ?? 0;
  const of = countOf(all);
  if (of === 0) return [];
  return getCohort(content, filter.cohort).scheme.parts.flatMap(({ title: part, milestones }) =>
    milestones.map(({ key, title }) => ({ milestone: key, title, part, given: countOf(key), of })),
  );
}
