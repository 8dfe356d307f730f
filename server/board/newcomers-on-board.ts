import { weekMs } from '#contract/rules/board-states.ts';
import { hasNewcomerDueThisWeek, hasOverdueNewcomer } from '#contract/rules/newcomers.ts';
import type { CohortContent } from '#server/content/content.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Services } from '#server/services.ts';
import { readSubmissionFacts, readSubmissionStates } from './submissions-on-board.ts';

/** A member who joined late has missed a date of their own, or owes files by such a date within seven days. */
export type NewcomerState = { isOverdue: boolean; isDueThisWeek: boolean };

/**
 * Returns the states of the members who joined late, for each deadline of a group. Summaries of groups ignore these
 * members. Groups without one are omitted.
 */
export async function readNewcomerStates(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: ScopedGroupQuery,
  cohort: Pick<CohortContent, 'deadlines'>,
): Promise<Map<string, NewcomerState[]>> {
  const now = clock();
  const weekEnd = new Date(now.getTime() + weekMs).toISOString();
  const joined = scope.where(
    'groups.id',
    'in',
    db
      .selectFrom('members')
      .select('group_id')
      .where('own_due', '<=', weekEnd)
      .where(isCurrentMember),
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
      submissions.map((each) => ({
        isOverdue: each !== null && hasOverdueNewcomer(each),
        isDueThisWeek: each !== null && hasNewcomerDueThisWeek(each, now),
      })),
    ]),
  );
}
