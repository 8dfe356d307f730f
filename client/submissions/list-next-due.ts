import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import type { Submission } from '#contract/rules/submissions.ts';

/** Returns the missed deadlines for which files are still accepted, and then the next deadline that is not done. */
export function listNextDue(submissions: readonly Submission[], now: Date): Submission[] {
  const undone = submissions
    .filter(({ state }) => ['not-due', 'open', 'extended', 'missed'].includes(state))
    .toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due));
  const isPassed = (submission: Submission) => isDeadlinePassed(submission, now);
  const missed = undone.filter(
    (submission) =>
      isPassed(submission) &&
      submission.missing.length > 0 &&
      (submission.takenUntil === null || !isDeadlinePassed({ due: submission.takenUntil }, now)),
  );
  return [...missed, ...undone.filter((submission) => !isPassed(submission)).slice(0, 1)];
}
