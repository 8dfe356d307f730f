import type { UploadKind } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { Submission } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';

/** The deadline that a file is for: of a monthly report the one named, else the first that is not over, or the last. */
export function deadlineOf(
  submissions: readonly Submission[],
  kind: UploadKind,
  deadlineId: string | undefined,
  now: Date,
): Submission | undefined {
  const asking = submissions.filter(({ documents }) => documents.some((due) => due === kind));
  if (kind === 'report') return asking.find((one) => one.deadlineId === deadlineId);
  return asking.find(({ due }) => Date.parse(due) >= now.getTime()) ?? asking.at(-1);
}

/** Throws `deadline-passed` after a hard stop, `invalid` for a report of no month. */
export function requireTaken(
  submission: Submission | undefined,
  kind: UploadKind,
  now: Date,
  timeZone: string,
): void {
  if (kind === 'report' && !submission) {
    const message = 'Say for which month the report is: choose one of its deadlines.';
    throw new Problem('invalid', message, { fields: { deadline: message } });
  }
  if (!submission?.takenUntil || submission.state === 'excused') return;
  if (now.getTime() <= Date.parse(submission.takenUntil)) return;
  throw new Problem(
    'deadline-passed',
    `${submission.title}: files were taken until ${formatDateTime(submission.takenUntil, timeZone)}. Ask for an extension on the page “Marks”, or write to the FYP office.`,
  );
}
