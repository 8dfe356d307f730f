import type { ExpressionBuilder } from 'kysely';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import type { CohortContent } from '#server/content/content.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Services } from '#server/services.ts';
import { countMissingFiles } from '#server/summaries/count-in-summaries.ts';
import { streamSubmissionStates } from './list-states.ts';
import { readNewcomerStates } from './newcomers-on-board.ts';

/** Matches groups with individual dates, or with members who joined late and have dates of their own. */
const hasOwnDates = ({ eb, or, selectFrom }: ExpressionBuilder<Tables, 'groups'>) =>
  or([
    eb('groups.id', 'in', selectFrom('group_deadlines').select('group_id')),
    eb(
      'groups.id',
      'in',
      selectFrom('members')
        .select('group_id')
        .where('own_due', 'is not', null)
        .where(isCurrentMember),
    ),
  ]);

/** Returns each deadline that at least one group has missed, with the number of groups that have missed it. */
export async function countMissedDeadlines(
  services: Services,
  scope: ScopedGroupQuery,
  cohort: CohortContent,
) {
  const now = services.clock();
  const counts = new Map<string, number>();
  const add = (deadlineId: string, count: number) =>
    counts.set(deadlineId, (counts.get(deadlineId) ?? 0) + count);
  const addGroupsWithCommonDates = async () => {
    const withCommonDates = scope.where((eb) => eb.not(hasOwnDates(eb)));
    const passed = cohort.deadlines.filter((deadline) => isDeadlinePassed(deadline, now));
    for (const { missing, groups } of await countMissingFiles(services, withCommonDates, cohort))
      for (const { _id } of passed) if (missing.includes(_id)) add(_id, groups);
  };
  const addGroupsWithOwnDates = async () => {
    const withOwnDates = scope.where(hasOwnDates);
    for await (const batch of streamSubmissionStates(services, withOwnDates, cohort))
      for (const { id, states } of batch)
        states.forEach((state, column) => {
          if (state === 'missed' || newcomers.get(id)?.[column]?.isOverdue)
            add(cohort.deadlines[column]?._id ?? '', 1);
        });
  };
  const newcomers = await readNewcomerStates(services, scope, cohort);
  await Promise.all([addGroupsWithCommonDates(), addGroupsWithOwnDates()]);
  return cohort.deadlines.flatMap(({ _id: deadlineId, title }) => {
    const count = counts.get(deadlineId);
    return count ? [{ deadlineId, title, count }] : [];
  });
}
