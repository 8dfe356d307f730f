import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import { formatDate } from '#contract/values/time.ts';

const formatOverdue = (count: number) =>
  `${count} ${count === 1 ? 'deadline' : 'deadlines'} overdue`;

const isOpen = (state: Submission['state']) =>
  state === 'not-due' || state === 'open' || state === 'extended';

/** Says in one sentence what of a group is overdue and what is due next. */
export function formatGroupStatus(
  submissions: readonly Submission[],
  now: Date,
  timeZone: string,
): string {
  const count = (wanted: Submission['state']) =>
    submissions.filter(({ state }) => state === wanted).length;
  const [overdue, late] = [count('missed'), count('late')];
  const problems = [
    ...(overdue > 0 ? [formatOverdue(overdue)] : []),
    ...(late > 0 ? [`${late} submitted late`] : []),
  ];
  const status = problems.length > 0 ? problems.join(', ') : 'Nothing is overdue';
  const [next] = submissions
    .filter((submission) => isOpen(submission.state) && !isDeadlinePassed(submission, now))
    .toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due));
  if (!next) return `${status}; no deadline is left.`;
  return `${status}; next: ${next.title} on ${formatDate(next.due, timeZone)}.`;
}
