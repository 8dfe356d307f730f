import { sql } from 'kysely';
import { type InsightFilter, submissionKindKeys, submissionKinds } from '#contract/insights.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { selectGroupsInScope } from './scope.ts';

/** Counts, for each kind of file, the students or groups that have submitted it. */
export async function countSubmissions({ db }: Services, caller: Caller, filter: InsightFilter) {
  const groups = await selectGroupsInScope(db, caller, filter);
  const counted = await groups
    .innerJoin('documents', 'documents.group_id', 'groups.id')
    .where('documents.kind', 'in', submissionKindKeys)
    .groupBy('documents.kind')
    .select(({ fn, ref }) => [
      ref('documents.kind').$castTo<string>().as('what'),
      fn
        .count<number>(fn.coalesce('documents.member_id', 'documents.group_id'))
        .distinct()
        .as('count'),
    ])
    .unionAll(
      groups.select(({ fn }) => [
        sql<string>`'group'`.as('what'),
        fn.count<number>('groups.id').as('count'),
      ]),
    )
    .unionAll(
      groups
        .innerJoin('members', 'members.group_id', 'groups.id')
        .select(({ fn }) => [
          sql<string>`'student'`.as('what'),
          fn.count<number>('members.id').as('count'),
        ]),
    )
    .execute();
  const countOf = (what: string) => counted.find((row) => row.what === what)?.count ?? 0;
  if (countOf('group') === 0) return [];
  return submissionKindKeys.map((kind) => {
    const per = submissionKinds[kind];
    return { kind, per, have: countOf(kind), of: countOf(per) };
  });
}
