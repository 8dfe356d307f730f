import { type DeskItem, spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { hasViva } from '#contract/rules/scheme.ts';
import {
  createCountDeskItem,
  type DeskPart,
  type FacultyDeskContext,
  type StudentDeskContext,
} from '#server/http/desk.ts';
import { findNextMilestoneToMark } from './find-next-milestone.ts';

export const marksDeskParts: readonly DeskPart[] = [
  { role: 'student', order: 30, find: findNewMarks },
  { role: 'faculty', order: 20, find: findNextMilestoneToMark },
  { role: 'faculty', order: 50, find: findVivasWithoutDate },
];

async function findNewMarks({
  services,
  memberId,
  newsSince,
}: StudentDeskContext): Promise<DeskItem[]> {
  const { count } = await services.db
    .selectFrom('marks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('changed_at', '>', newsSince)
    .executeTakeFirstOrThrow();
  const text = (n: number) =>
    `${spellOutCount(n, 'of your milestones', 'of your milestones')} ${n === 1 ? 'was' : 'were'} marked or commented on in the last two weeks.`;
  return createCountDeskItem(count, text, { id: 'marks', to: paths.students, isUrgent: false });
}

async function findVivasWithoutDate({
  cohort,
  examined,
  otherCohort,
}: FacultyDeskContext): Promise<DeskItem[]> {
  if (!hasViva(cohort.scheme)) return [];
  const { length } = examined.filter(({ viva_date }) => viva_date === null);
  const text = (n: number) =>
    `${spellOutCount(n, 'group')} that you examine ${n === 1 ? 'has' : 'have'} no viva date.`;
  const to = links.externalVivas(otherCohort);
  return createCountDeskItem(length, text, { id: 'vivas', to, isUrgent: false });
}
