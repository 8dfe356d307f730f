import type { UploadKind } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import { isPassed } from '#contract/rules/deadlines.ts';
import { arrivalMinutes, type Submission } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** An upload is judged by when it began, unless it took longer than `arrivalMinutes`: then by when it arrived. */
export const judgedAt = (began: Date, now: Date): Date =>
  now.getTime() - began.getTime() <= arrivalMinutes * 60_000 ? began : now;

/** The deadline that a file is for: of a monthly report the one named, else the first that is not over, or the last. */
export function deadlineOf(
  submissions: readonly Submission[],
  kind: UploadKind,
  deadlineId: string | undefined,
  at: Date,
): Submission | undefined {
  const asking = submissions.filter(({ documents }) => documents.some((due) => due === kind));
  if (kind === 'report') return asking.find((one) => one.deadlineId === deadlineId);
  return asking.find((one) => !isPassed(one, at)) ?? asking.at(-1);
}

/** Throws `deadline-passed` after a hard stop, `invalid` for a report of no month. */
export function requireTaken(
  submission: Submission | undefined,
  kind: UploadKind,
  at: Date,
  timeZone: string,
): void {
  if (kind === 'report' && !submission) {
    const message = 'Say for which month the report is: choose one of its deadlines.';
    throw new Problem('invalid', message, { fields: { deadline: message } });
  }
  if (!submission?.takenUntil || submission.state === 'excused') return;
  if (!isPassed({ due: submission.takenUntil }, at)) return;
  throw new Problem(
    'deadline-passed',
    `${submission.title}: files were taken until ${formatDateTime(submission.takenUntil, timeZone)}. An upload that begins by then may arrive up to ${arrivalMinutes} minutes later. Ask for an extension on the page “Marks”, or write to the FYP office.`,
  );
}
