import { type DeskItem, spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import { formatRelativeDueDate } from '#contract/rules/relative-time.ts';
import type { Submission, SubmissionWithFiles } from '#contract/rules/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import {
  type AdminDeskContext,
  createCountDeskItem,
  type DeskPart,
  type FacultyDeskContext,
  type StudentDeskContext,
} from '#server/http/desk.ts';
import { findFilesMissingOfOthers } from './own-files.ts';

const urgentMs = 7 * 24 * 3_600_000;

export const submissionsDeskParts: readonly DeskPart[] = [
  { role: 'student', order: 20, find: findStudentItems },
  { role: 'faculty', order: 10, find: findOwnRequests },
  { role: 'admin', order: 10, find: findAllRequests },
];

async function findStudentItems(desk: StudentDeskContext): Promise<DeskItem[]> {
  const { services, group, now } = desk;
  const [all, decided] = await Promise.all([
    readSubmissions(services.db, services.content, [group], now),
    listDecidedRequests(desk),
  ]);
  const submissions = all.get(group.id) ?? [];
  return [
    ...submissions.flatMap((submission) => createDueItems(submission, desk)),
    ...createDecisionItems(desk, decided, submissions),
  ];
}

/** Returns items for the files of the group, and for the own files of a member who joined late. */
function createDueItems(submission: SubmissionWithFiles, desk: StudentDeskContext): DeskItem[] {
  const { memberId } = desk;
  const newcomer = submission.newcomers?.find((each) => each.memberId === memberId);
  const missingOfOthers = findFilesMissingOfOthers([submission], memberId).map(({ kind }) => kind);
  const kinds = submission.missing.filter(
    (kind) => !missingOfOthers.includes(kind) && !newcomer?.documents.includes(kind),
  );
  const groupItems = createDueItem(submission, kinds, desk);
  if (!newcomer) return groupItems;
  const { deadlineId, title } = submission;
  const ownItems = createDueItem({ ...newcomer, deadlineId, title }, newcomer.missing, desk);
  return [...groupItems, ...ownItems.map((item) => ({ ...item, id: `${item.id}-own` }))];
}

type Due = Pick<Submission, 'deadlineId' | 'title' | 'due' | 'state' | 'documents' | 'takenUntil'>;

/** `kinds` are the kinds of files that the student can upload; only a teammate may owe the others. */
function createDueItem(
  { deadlineId, title, due, state, documents, takenUntil }: Due,
  kinds: readonly string[],
  { group, now }: StudentDeskContext,
): DeskItem[] {
  const isDue = state === 'missed' || state === 'open' || state === 'extended';
  if (!isDue || documents.length === 0) return [];
  const isOver = takenUntil !== null && isDeadlinePassed({ due: takenUntil }, now);
  const [kind] = kinds;
  const lateText = isOver
    ? 'files are no longer accepted, request an extension'
    : kind === undefined
      ? 'a teammate’s file is missing'
      : 'upload it now, it counts as submitted late';
  const text =
    state === 'missed'
      ? `${title} is overdue: ${lateText}.`
      : `${title} is due ${formatRelativeDueDate(due, now)}.`;
  const isUrgent = Date.parse(due) - now.getTime() < urgentMs;
  const link =
    isOver || kind === undefined
      ? { to: links.ownDeadlines, action: 'Open' }
      : {
          to: links.ownUpload(kind),
          action: 'Upload',
          upload: { groupId: group.id, deadlineId, title, kinds: [...kinds] },
        };
  return [{ id: `due-${deadlineId}`, text, due, isUrgent, ...link }];
}

const listDecidedRequests = ({ services, group, newsSince }: StudentDeskContext) =>
  services.db
    .selectFrom('extension_requests')
    .select(['id', 'deadline_id', 'decision'])
    .where('group_id', '=', group.id)
    .where('decided_at', '>', newsSince)
    .orderBy('decided_at', 'desc')
    .execute();

const createDecisionItems = (
  { services }: StudentDeskContext,
  decided: Awaited<ReturnType<typeof listDecidedRequests>>,
  submissions: readonly Submission[],
): DeskItem[] =>
  decided.flatMap(({ id, deadline_id, decision }) => {
    const about = submissions.find(({ deadlineId }) => deadlineId === deadline_id);
    if (!about) return [];
    const text =
      decision === 'granted'
        ? `Your extension was approved: ${about.title} is due ${formatDateTime(about.due, services.config.timeZone)}.`
        : `Your extension for ${about.title} was declined.`;
    return [{ id, text, to: links.ownDeadlines, isUrgent: false }];
  });

const requestsItem = {
  id: 'extensions',
  to: links.extensionRequests,
  isUrgent: true,
  action: 'Decide',
};

async function findOwnRequests(desk: FacultyDeskContext): Promise<DeskItem[]> {
  const { services, supervised, cohort } = desk;
  const { supervisorsDecide } = cohort.reminders;
  if (supervised.length === 0) return [];
  const { count } = await services.db
    .selectFrom('extension_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(
      'group_id',
      'in',
      supervised.map(({ id }) => id),
    )
    .where('decision', 'is', null)
    .$if(!supervisorsDecide, (query) => query.where('advice', 'is', null))
    .executeTakeFirstOrThrow();
  const text = (n: number) =>
    supervisorsDecide
      ? `${spellOutCount(n, 'of your groups', 'of your groups')} ${n === 1 ? 'requests' : 'request'} an extension.`
      : `For information: ${spellOutCount(n, 'of your groups', 'of your groups').toLowerCase()} ${n === 1 ? 'requests' : 'request'} an extension from the FYP office.`;
  return createCountDeskItem(count, text, {
    ...requestsItem,
    isUrgent: supervisorsDecide,
    action: supervisorsDecide ? 'Decide' : 'Advise',
  });
}

async function findAllRequests({ services }: AdminDeskContext): Promise<DeskItem[]> {
  const { count } = await services.db
    .selectFrom('extension_requests')
    .innerJoin('groups', 'groups.id', 'extension_requests.group_id')
    .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('decision', 'is', null)
    .where('groups.deleted_at', 'is', null)
    .where('cohorts.closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const text = (n: number) =>
    `${spellOutCount(n, 'group')} ${n === 1 ? 'requests' : 'request'} an extension.`;
  return createCountDeskItem(count, text, requestsItem);
}
