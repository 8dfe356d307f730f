import type { Submission } from '#contract/submissions.ts';

const dayMs = 24 * 3_600_000;
/** Age in milliseconds after which a missed deadline causes no email, for example after a long downtime. */
const missedMs = 3 * dayMs;
/** Value of `days` for the list of missing files after the due date. */
export const afterDueDate = -1;

/** `days` is the number of days before the deadline, or `afterDueDate`. */
export type Reminder = { submission: Submission; days: number };

/**
 * Returns the due reminders of a group, sorted by due date, because the email's subject names the
 * first. `sent` contains the keys of earlier reminders (`getReminderKey`).
 */
export function findDueReminders(
  submissions: readonly Submission[],
  daysBefore: readonly number[],
  sent: ReadonlySet<string>,
  now: Date,
): Reminder[] {
  const byDue = submissions.toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due));
  return byDue.flatMap((submission) => {
    const days = daysOf(submission, daysBefore, now);
    if (days === undefined || sent.has(getReminderKey(submission, days))) return [];
    return [{ submission, days }];
  });
}

/** Returns the key of a reminder. It contains the due date, so that a moved deadline causes new reminders. */
export const getReminderKey = (
  { deadlineId, due }: Pick<Submission, 'deadlineId' | 'due'>,
  days: number,
) => `${deadlineId} ${new Date(due).toISOString()} ${days}`;

/** Returns the `days` of the reminder that is due now, or undefined if none is due. */
function daysOf(
  { state, documents, due }: Submission,
  daysBefore: readonly number[],
  now: Date,
): number | undefined {
  const isOpen = state === 'open' || state === 'extended' || state === 'not-due';
  const leftMs = Date.parse(due) - now.getTime();
  if (documents.length === 0) return undefined;
  if (state === 'missed') return leftMs > -missedMs ? afterDueDate : undefined;
  if (!isOpen) return undefined;
  return daysBefore.toSorted((a, b) => a - b).find((days) => leftMs <= days * dayMs);
}
