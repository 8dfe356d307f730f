import type { CohortContent } from '#server/content/content.ts';
import type { Db } from '#server/db/tables.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import { readSubmissionStates } from './submissions-on-board.ts';

/** Returns each deadline that at least one group has missed, with the number of groups that have missed it. */
export async function countMissedDeadlines(
  db: Db,
  scope: ScopedGroupQuery,
  cohort: CohortContent,
  now: Date,
) {
  const groups = await scope
    .select(['groups.id', 'groups.program', 'groups.created_at as createdAt'])
    .execute();
  const members = await db
    .selectFrom('members')
    .select(['id', 'group_id'])
    .where('group_id', 'in', scope.select('groups.id'))
    .execute();
  const byGroup = Map.groupBy(members, ({ group_id }) => group_id);
  const facts = groups.map((group) => ({
    ...group,
    memberIds: (byGroup.get(group.id) ?? []).map(({ id }) => id),
  }));
  const submissions = [...(await readSubmissionStates(db, scope, facts, cohort, now)).values()];
  return cohort.deadlines
    .map(({ _id, title }, column) => ({
      deadlineId: _id,
      title,
      count: submissions.filter((row) => row[column]?.state === 'missed').length,
    }))
    .filter(({ count }) => count > 0);
}
