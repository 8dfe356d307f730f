import type { Submission } from '#contract/submissions.ts';

const dayMs = 24 * 3_600_000;
/** A deadline that passed longer ago is told to nobody any more: the portal may have been started since. */
const missedMs = 3 * dayMs;
/** Of the list of the missing, after the date. */
export const afterDate = -1;

/** So many days before the deadline, or `afterDate`. */
export type Reminder = { submission: Submission; days: number };

/**
 * What a group is to be reminded of now, what is due first before the others: the subject of the email names that.
 * `sent` says what it was reminded of already, by `keyOf`.
 */
export function remindersDue(
  submissions: readonly Submission[],
  daysBefore: readonly number[],
  sent: ReadonlySet<string>,
  now: Date,
): Reminder[] {
  const byDue = submissions.toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due));
  return byDue.flatMap((submission) => {
    const days = daysOf(submission, daysBefore, now);
    if (days === undefined || sent.has(keyOf(submission, days))) return [];
    return [{ submission, days }];
  });
}

/** A later date of the same deadline is another thing to be reminded of. */
export const keyOf = ({ deadlineId, due }: Pick<Submission, 'deadlineId' | 'due'>, days: number) =>
  `${deadlineId} ${new Date(due).toISOString()} ${days}`;

/** The smallest of the days that has been reached; undefined for nothing to say. */
function daysOf(
  { state, documents, due }: Submission,
  daysBefore: readonly number[],
  now: Date,
): number | undefined {
  const isOpen = state === 'open' || state === 'extended' || state === 'not-due';
  const leftMs = Date.parse(due) - now.getTime();
  if (documents.length === 0) return undefined;
  if (state === 'missed') return leftMs > -missedMs ? afterDate : undefined;
  if (!isOpen) return undefined;
  return daysBefore.toSorted((a, b) => a - b).find((days) => leftMs <= days * dayMs);
}
