import { type DeskItem, spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { type Deadline, isDeadlinePassed } from '#contract/rules/deadlines.ts';
import { formatRelativeDueDate } from '#contract/rules/relative-time.ts';
import { findMilestoneDeadline, listMilestones, type Milestone } from '#contract/rules/scheme.ts';
import { appliesToProgram, daysOpenBeforeDue } from '#contract/rules/submissions.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { Db } from '#server/db/tables.ts';
import type { AssignedGroup, FacultyDeskContext } from '#server/http/desk.ts';

type Open = { milestone: Milestone; due: Deadline | undefined; members: { group_id: string }[] };

/** Returns a task for the supervisor: marking the next milestone that still lacks marks. */
export async function findNextMilestoneToMark(desk: FacultyDeskContext): Promise<DeskItem[]> {
  const { services, cohort, otherCohort, supervised: groups, now } = desk;
  const { scheme, deadlines, code } = cohort;
  if (groups.length === 0) return [];
  const openOf = await openMembers(services.db, groups);
  const open = listMilestones(scheme).flatMap((milestone): Open[] => {
    const members = openOf(milestone);
    if (members.length === 0 || !milestone.markers.includes('supervisor')) return [];
    const due = findMilestoneDeadline(milestone, deadlines);
    const isDue = groups.some(
      ({ id, program, created_at }) =>
        due &&
        appliesToProgram(due, program) &&
        !isDeadlinePassed(due, new Date(created_at)) &&
        members.some(({ group_id }) => group_id === id),
    );
    return [{ milestone, due: isDue ? due : undefined, members }];
  });
  const next = firstDue(open, now) ?? open[0];
  return next ? [itemOf(next, code, otherCohort, now)] : [];
}

function firstDue(open: readonly Open[], now: Date): Open | undefined {
  const until = now.getTime() + daysOpenBeforeDue * 24 * 3_600_000;
  const at = ({ due }: Open) => (due ? Date.parse(due.due) : Number.POSITIVE_INFINITY);
  return open.filter((candidate) => at(candidate) <= until).toSorted((a, b) => at(a) - at(b))[0];
}

function itemOf(
  { milestone, due, members }: Open,
  code: string,
  cohort: string | undefined,
  now: Date,
) {
  const groups = new Set(members.map(({ group_id }) => group_id)).size;
  const when = due ? `, due ${formatRelativeDueDate(due.due, now)}` : '';
  const students = spellOutCount(members.length, 'student').toLowerCase();
  const text = `Mark ${milestone.title}${when}: ${students} in ${spellOutCount(groups, 'group').toLowerCase()} ${members.length === 1 ? 'isn’t' : 'aren’t'} marked yet.`;
  return {
    id: `mark-${code}`,
    text,
    to: links.milestone(milestone.key, cohort),
    isUrgent: false,
    due: due?.due,
    action: 'Mark',
  };
}

async function openMembers(db: Db, groups: readonly AssignedGroup[]) {
  const staffed = db
    .selectFrom('members')
    .where(
      'group_id',
      'in',
      groups.map(({ id }) => id),
    )
    .where(isCurrentMember);
  const [members, marked] = await Promise.all([
    staffed.select(['id', 'group_id']).execute(),
    staffed
      .innerJoin('marks', 'marks.member_id', 'members.id')
      .select(['member_id', 'milestone'])
      .where('marks', 'is not', null)
      .execute(),
  ]);
  const done = new Set(marked.map(({ member_id, milestone }) => `${member_id} ${milestone}`));
  return ({ key }: Milestone) => members.filter(({ id }) => !done.has(`${id} ${key}`));
}
