import { type DeskItem, spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { selectVisibleGroups } from '#server/groups/lists/select-groups-in-scope.ts';
import type { AdminDeskContext, DeskPart, FacultyDeskContext } from '#server/http/desk.ts';
import { countMissedDeadlines } from './count-missed.ts';

export const boardDeskParts: readonly DeskPart[] = [
  { role: 'faculty', order: 40, find: findMissedByOwnGroups },
  { role: 'admin', order: 90, find: findMissedByAllGroups },
];

async function findMissedByOwnGroups(desk: FacultyDeskContext): Promise<DeskItem[]> {
  const { services, caller, cohort, otherCohort } = desk;
  const scope = selectVisibleGroups(services.db, caller, cohort._id).where(
    'supervisor_id',
    '=',
    caller.userId,
  );
  const missed = await countMissedDeadlines(services, scope, cohort);
  return missed.map(({ deadlineId, title, count }) => ({
    id: `missed-${cohort.code}-${deadlineId}`,
    text: `${spellOutCount(count, 'of your groups', 'of your groups')} ${count === 1 ? 'has' : 'have'} not submitted files for ${title}.`,
    to: links.missedGroups({ deadline: deadlineId, cohort: otherCohort }),
    isUrgent: false,
  }));
}

async function findMissedByAllGroups({ services, caller }: AdminDeskContext) {
  const { db, content } = services;
  const scope = selectVisibleGroups(db, caller, content.current._id);
  const missed = await countMissedDeadlines(services, scope, content.current);
  return missed.map(
    ({ deadlineId, title, count }): DeskItem => ({
      id: `missed-${deadlineId}`,
      text: `${spellOutCount(count, 'group')} ${count === 1 ? 'has' : 'have'} not submitted files for ${title}.`,
      to: links.missedGroups({ deadline: deadlineId }),
      isUrgent: false,
    }),
  );
}
