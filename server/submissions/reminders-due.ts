import { getSubmissionOf } from '#contract/rules/newcomers.ts';
import type { Newcomer, Submission } from '#contract/rules/submissions.ts';

const dayMs = 24 * 3_600_000;
/** If the list of missing files is delayed longer than this, for example by downtime, it is not sent to staff. */
const missedMs = 3 * dayMs;
/** Value of `days` for the list of missing files that is sent to staff after the due date. */
export const overdueReminderDays = -1;

/**
 * `days` is the number of days before the due date, or `overdueReminderDays`. `newcomer` is set if only this member, who
 * joined late, owes the files.
 */
export type DueReminder = { submission: Submission; days: number; newcomer?: Newcomer };

/** Returns a group's due reminders, sorted by due date. `sent` contains the keys of those already sent. */
export function findDueReminders(
  submissions: readonly Submission[],
  daysBefore: readonly number[],
  sent: ReadonlySet<string>,
  now: Date,
): DueReminder[] {
  const byDue = submissions
    .flatMap(withNewcomers)
    .toSorted((a, b) => Date.parse(a.submission.due) - Date.parse(b.submission.due));
  return byDue.flatMap((reminder) => {
    const { submission } = reminder;
    const days = daysOf(submission, daysBefore, now);
    const subject = { deadlineId: getReminderSubject(reminder), due: submission.due };
    if (days === undefined || sent.has(getReminderKey(subject, days))) return [];
    return [{ ...reminder, days }];
  });
}

const withNewcomers = (submission: Submission): Omit<DueReminder, 'days'>[] => [
  { submission },
  ...(submission.newcomers ?? []).map((newcomer) => ({
    submission: getSubmissionOf(submission, newcomer.memberId, newcomer.documents[0]),
    newcomer,
  })),
];

/** Returns the deadline's id, with that of the member if only they owe the files: each has reminders of their own. */
export const getReminderSubject = ({
  submission: { deadlineId },
  newcomer,
}: Pick<DueReminder, 'submission' | 'newcomer'>) =>
  newcomer ? `${deadlineId}.${newcomer.memberId}` : deadlineId;

/** Returns a key that contains the due date, so that reminders are sent again after the date changes. */
export const getReminderKey = (
  { deadlineId, due }: Pick<Submission, 'deadlineId' | 'due'>,
  days: number,
) => `${deadlineId} ${new Date(due).toISOString()} ${days}`;

function daysOf(
  { state, documents, due }: Submission,
  daysBefore: readonly number[],
  now: Date,
): number | undefined {
  const isOpen = state === 'open' || state === 'extended' || state === 'not-due';
  const leftMs = Date.parse(due) - now.getTime();
  if (documents.length === 0) return undefined;
  if (state === 'missed') return leftMs > -missedMs ? overdueReminderDays : undefined;
  if (!isOpen) return undefined;
  return daysBefore.toSorted((a, b) => a - b).find((days) => leftMs <= days * dayMs);
}
