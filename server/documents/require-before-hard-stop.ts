import { Problem } from '#contract/problem.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import { type Submission, uploadGraceMinutes } from '#contract/rules/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** Returns the time when an upload began, or when it arrived if it took longer than `uploadGraceMinutes`. */
export const getEffectiveUploadTime = (began: Date, now: Date): Date =>
  now.getTime() - began.getTime() <= uploadGraceMinutes * 60_000 ? began : now;

export function requireBeforeHardStop(
  submission: Pick<Submission, 'title' | 'state' | 'takenUntil'> | undefined,
  at: Date,
  timeZone: string,
): void {
  if (!submission?.takenUntil || submission.state === 'excused') return;
  if (!isDeadlinePassed({ due: submission.takenUntil }, at)) return;
  throw new Problem(
    'deadline-passed',
    `${submission.title}: files were accepted until ${formatDateTime(submission.takenUntil, timeZone)}. An upload that begins by then may arrive up to ${uploadGraceMinutes} minutes later. Request an extension on the page “Marks”, or contact the FYP office.`,
  );
}
