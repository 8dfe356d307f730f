import { hasOverdueNewcomer } from '#contract/rules/submissions.ts';
import type { CohortContent } from '#server/content/content.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Services } from '#server/services.ts';
import { readSubmissionFacts, readSubmissionStates } from './submissions-on-board.ts';

/**
 * Returns whether a member who joined late has missed a date of their own, for each deadline of a group. Summaries of
 * groups ignore these members. Groups without one are omitted.
 */
export async function readOverdueNewcomers(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: ScopedGroupQuery,
  cohort: Pick<CohortContent, 'deadlines'>,
): Promise<Map<string, boolean[]>> {
  const now = clock();
  const joined = scope.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('members')
        .select('members.id')
        .whereRef('members.group_id', '=', 'groups.id')
        .where('members.own_due', '<', now.toISOString())
        .where(isCurrentMember),
    ),
  );
  const groups = await joined
    .select(['groups.id', 'groups.program', 'groups.created_at as createdAt'])
    .execute();
  if (groups.length === 0) return new Map();
  const [memberRows, facts] = await Promise.all([
    db
      .selectFrom('members')
      .select(['id', 'group_id', 'name', 'own_due as ownDue'])
      .where('group_id', 'in', joined.select('groups.id'))
      .where(isCurrentMember)
      .execute(),
    readSubmissionFacts(db, joined, cohort),
  ]);
  const members = Map.groupBy(memberRows, ({ group_id }) => group_id);
  const withMembers = groups.map((group) => ({ ...group, members: members.get(group.id) ?? [] }));
  const states = await readSubmissionStates(db, facts, withMembers, cohort, now);
  return new Map(
    [...states].map(([id, submissions]) => [
      id,
      submissions.map((each) => each !== null && hasOverdueNewcomer(each)),
    ]),
  );
}
