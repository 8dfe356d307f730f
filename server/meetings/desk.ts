import { type DeskItem, spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import {
  defaultDaysWithoutMeeting,
  formatDays,
  getLastListedDueDate,
  nameMeeting,
} from '#contract/rules/meetings.ts';
import { formatCalendarDate, formatDate } from '#contract/values/time.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import { selectGroupsById } from '#server/groups/lists/scope-batches.ts';
import {
  createCountDeskItem,
  type DeskPart,
  type FacultyDeskContext,
  type StudentDeskContext,
} from '#server/http/desk.ts';
import { findMeetingCutoff, listQuietGroups } from './quiet-groups.ts';
import { waitsFor } from './waiting.ts';

export const meetingsDeskParts: readonly DeskPart[] = [
  { role: 'student', order: 15, find: findStudentItems },
  { role: 'faculty', order: 15, find: findSupervisorItems },
];

const getToday = ({ services, now }: Pick<StudentDeskContext, 'services' | 'now'>) =>
  formatCalendarDate(now, services.config.timeZone);

async function findStudentItems(desk: StudentDeskContext): Promise<DeskItem[]> {
  const { services, group, memberId } = desk;
  const { db, config } = services;
  const today = getToday(desk);
  const to = links.groupTab(group.name, 'meetings');
  const [waiting, steps] = await Promise.all([
    db
      .selectFrom('meetings')
      .select(['id', 'held_at', 'correction_side'])
      .where('group_id', '=', group.id)
      .where(waitsFor('group'))
      .orderBy('held_at')
      .execute(),
    db
      .selectFrom('meeting_steps')
      .select(['id', 'text', 'due_date'])
      .where('owner_member_id', '=', memberId)
      .where('done_at', 'is', null)
      .where('due_date', '<=', getLastListedDueDate(today))
      .orderBy('due_date')
      .orderBy('id')
      .execute(),
  ]);
  return [
    ...waiting.map(({ id, held_at, correction_side }) => {
      const what = correction_side === null ? '' : 'the correction of ';
      const text = `Confirm ${what}${nameMeeting(held_at, config.timeZone)}.`;
      return { id: `meeting-${id}`, text, to, isUrgent: false };
    }),
    ...steps.map(({ id, text, due_date }) => ({
      id: `step-${id}`,
      text: `Next step, due ${formatDate(due_date)}: ${text}`,
      to,
      isUrgent: due_date <= today,
    })),
  ];
}

async function findSupervisorItems(desk: FacultyDeskContext): Promise<DeskItem[]> {
  const { services, cohort, otherCohort: code, supervised, now } = desk;
  const { db } = services;
  if (supervised.length === 0) return [];
  const ids = supervised.map(({ id }) => id);
  const days = cohort.reminders.meetingDays ?? defaultDaysWithoutMeeting;
  const [waiting, due, quiet] = await Promise.all([
    countWaiting(desk, ids),
    countDueSteps(desk, ids),
    findMeetingCutoff(db, cohort, now).then((cutoff) =>
      listQuietGroups(selectGroupsById(db, ids), cutoff),
    ),
  ]);
  return [
    ...createCountDeskItem(
      waiting,
      (n) => `${spellOutCount(n, 'meeting')} ${n === 1 ? 'needs' : 'need'} your confirmation.`,
      {
        id: `meetings-unconfirmed-${cohort.code}`,
        to: links.meetings({ state: 'unconfirmed', cohort: code }),
        isUrgent: false,
      },
    ),
    ...createCountDeskItem(
      due,
      (n) =>
        `${spellOutCount(n, 'of your next steps', 'of your next steps')} from meetings ${n === 1 ? 'is' : 'are'} due.`,
      {
        id: `meeting-steps-${cohort.code}`,
        to: links.meetings({ state: 'due', cohort: code }),
        isUrgent: false,
      },
    ),
    ...createCountDeskItem(
      quiet.size,
      (n) =>
        `${spellOutCount(n, 'of your groups', 'of your groups')} ${n === 1 ? 'has' : 'have'} had no meeting for ${formatDays(days)}.`,
      {
        id: `meetings-quiet-${cohort.code}`,
        to: links.meetings({ state: 'quiet', cohort: code }),
        isUrgent: false,
      },
    ),
  ];
}

async function countWaiting({ services: { db } }: FacultyDeskContext, ids: readonly string[]) {
  const { count } = await db
    .selectFrom('meetings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isIdInJsonArray(db, 'group_id', JSON.stringify(ids)))
    .where(waitsFor('supervisor'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the steps whose owner is the supervisor. */
async function countDueSteps(desk: FacultyDeskContext, ids: readonly string[]) {
  const { db } = desk.services;
  const { count } = await db
    .selectFrom('meetings')
    .innerJoin('meeting_steps', 'meeting_steps.meeting_id', 'meetings.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isIdInJsonArray(db, 'meetings.group_id', JSON.stringify(ids)))
    .where('meeting_steps.owner_member_id', 'is', null)
    .where('meeting_steps.done_at', 'is', null)
    .where('meeting_steps.due_date', '<=', getLastListedDueDate(getToday(desk)))
    .executeTakeFirstOrThrow();
  return count;
}
