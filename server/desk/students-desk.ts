import { type DeskItem, formatDueWhen, formatHowMany } from '#contract/desk.ts';
import { isPassed } from '#contract/rules/deadlines.ts';
import type { Submission } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { listReturnedTitles } from '#server/certificates/list-returned-titles.ts';
import type { Db } from '#server/db/tables.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { findOwnMembership } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

const dayMs = 24 * 3_600_000;
const urgentMs = 7 * dayMs;
/** Time during which marks and decisions are listed as new, in milliseconds. */
export const newsMs = 14 * dayMs;

export async function findStudentDesk(services: Services, caller: Caller): Promise<DeskItem[]> {
  const { db, content, clock, config } = services;
  const now = clock();
  if (!caller.isConfirmed) {
    const text = 'Your email is not confirmed yet: confirm it to propose and to see your marks.';
    return [{ id: 'confirm', text, to: '/students', isUrgent: true }];
  }
  const membership = await findOwnMembership(db, caller);
  if (!membership) {
    const text = 'You are in no group yet: propose your project, or ask a team mate to name you.';
    return [{ id: 'propose', text, to: '/proposal', isUrgent: true }];
  }
  const group = await db
    .selectFrom('groups')
    .select(['id', 'program', 'cohort_id', 'created_at'])
    .where('id', '=', membership.group_id)
    .executeTakeFirstOrThrow();
  // A closed cohort accepts no submissions and decisions.
  const { closedAt } = await content.cohort(db, group.cohort_id);
  if (closedAt !== null) return [];
  const submissions = (await readSubmissions(db, content, [group], now)).get(group.id) ?? [];
  const since = new Date(now.getTime() - newsMs).toISOString();
  return [
    ...returnedItem(await listReturnedTitles(db, membership.id)),
    ...submissions.flatMap((submission) => dueItem(submission, now)),
    ...(await decisions(db, submissions, group.id, since, config.timeZone)),
    ...(await newMarks(db, membership.id, since)),
  ];
}

function returnedItem(titles: readonly string[]): DeskItem[] {
  if (titles.length === 0) return [];
  const [count, was] =
    titles.length === 1 ? ['1 certificate', 'was'] : [`${titles.length} certificates`, 'were'];
  const text = `${count} ${was} returned: ${titles.join(', ')}.`;
  return [{ id: 'certificates', text, to: '/students#certificates', isUrgent: true }];
}

function dueItem(submission: Submission, now: Date): DeskItem[] {
  const { deadlineId, title, due, state, documents, takenUntil } = submission;
  const isDue = state === 'missed' || state === 'open' || state === 'extended';
  if (!isDue || documents.length === 0) return [];
  const when = formatDueWhen(due, now);
  const isOver = takenUntil !== null && isPassed({ due: takenUntil }, now);
  const text =
    state === 'missed'
      ? `${title} was due ${when}: ${isOver ? 'files are no longer accepted, request an extension' : 'hand it in, it counts as late'}.`
      : `${title} is due ${when}.`;
  const isUrgent = Date.parse(due) - now.getTime() < urgentMs;
  return [{ id: `due-${deadlineId}`, text, to: '/students#deadlines', isUrgent }];
}

async function decisions(
  db: Db,
  submissions: readonly Submission[],
  groupId: string,
  since: string,
  timeZone: string,
): Promise<DeskItem[]> {
  const rows = await db
    .selectFrom('extension_requests')
    .select(['id', 'deadline_id', 'decision'])
    .where('group_id', '=', groupId)
    .where('decided_at', '>', since)
    .orderBy('decided_at', 'desc')
    .execute();
  return rows.flatMap(({ id, deadline_id, decision }) => {
    const about = submissions.find(({ deadlineId }) => deadlineId === deadline_id);
    if (!about) return [];
    const text =
      decision === 'granted'
        ? `Your extension was granted: ${about.title} is due ${formatDateTime(about.due, timeZone)}.`
        : `Your extension for ${about.title} was refused.`;
    return [{ id, text, to: '/students#deadlines', isUrgent: false }];
  });
}

async function newMarks(db: Db, memberId: string, since: string): Promise<DeskItem[]> {
  const { count } = await db
    .selectFrom('marks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('changed_at', '>', since)
    .executeTakeFirstOrThrow();
  if (count === 0) return [];
  const text = `${formatHowMany(count, 'milestone')} of yours ${count === 1 ? 'was' : 'were'} marked or commented in the last two weeks.`;
  return [{ id: 'marks', text, to: '/students', isUrgent: false }];
}
