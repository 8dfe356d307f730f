import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import { hasOverdueNewcomer } from '#contract/rules/newcomers.ts';
import { formatLateness, type Submission } from '#contract/rules/submissions.ts';
import { formatDate } from '#contract/values/time.ts';

const isOpen = (state: Submission['state']) =>
  state === 'not-due' || state === 'open' || state === 'extended';

/** Says in one sentence what is overdue or late, and in another what is due next. */
export function formatGroupStatus(
  submissions: readonly Submission[],
  now: Date,
  timeZone: string,
): string {
  const [next] = submissions
    .filter((submission) => isOpen(submission.state) && !isDeadlinePassed(submission, now))
    .toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due));
  const step = next
    ? `Next: ${next.title} on ${formatDate(next.due, timeZone)}.`
    : 'No further deadlines.';
  return `${formatProblems(submissions, now)}. ${step}`;
}

function formatProblems(submissions: readonly Submission[], now: Date): string {
  const inState = (wanted: Submission['state']) =>
    submissions.filter(
      (submission) =>
        submission.state === wanted || (wanted === 'missed' && hasOverdueNewcomer(submission)),
    );
  const [overdue, late] = [inState('missed'), inState('late').length];
  const [first] = overdue;
  const problems = [
    ...(first?.state === 'missed' && overdue.length === 1
      ? [`${first.title} overdue by ${formatLateness(now.getTime() - Date.parse(first.due))}`]
      : []),
    ...(first && first.state !== 'missed' && overdue.length === 1
      ? [`${first.title} overdue for a member who joined late`]
      : []),
    ...(overdue.length > 1 ? [`${overdue.length} deadlines overdue`] : []),
    ...(late > 0 ? [`${late} submitted late`] : []),
  ];
  if (problems.length > 0) return problems.join(', ');
  return inState('submitted').length > 0 ? 'All due documents submitted' : 'Nothing is overdue';
}
