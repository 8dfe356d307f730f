import type { Submission } from '#contract/rules/submissions.ts';

const dayMs = 24 * 3_600_000;
/**
 * Time after the due date, in milliseconds, during which the supervisor and the office are still sent a list of missing
 * files. If the portal was down for longer, no list is sent.
 */
const missedMs = 3 * dayMs;
/** Value of `days` for the list of missing files that is sent to staff after the due date. */
export const afterDueDate = -1;

/** A due reminder. `days` is the number of days before the due date, or `afterDueDate`. */
export type DueReminder = { submission: Submission; days: number };

/**
 * Returns the reminders that are due for a group, sorted by due date. `sent` contains the keys (`getReminderKey`) of
 * the reminders that have already been sent.
 */
export function findDueReminders(
  submissions: readonly Submission[],
  daysBefore: readonly number[],
  sent: ReadonlySet<string>,
  now: Date,
): DueReminder[] {
  const byDue = submissions.toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due));
  return byDue.flatMap((submission) => {
    const days = daysOf(submission, daysBefore, now);
    if (days === undefined || sent.has(getReminderKey(submission, days))) return [];
    return [{ submission, days }];
  });
}

/**
 * Returns the key of a reminder. It contains the due date, so that reminders are sent again after the deadline moves.
 */
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
  if (state === 'missed') return leftMs > -missedMs ? afterDueDate : undefined;
  if (!isOpen) return undefined;
  return daysBefore.toSorted((a, b) => a - b).find((days) => leftMs <= days * dayMs);
}
