import { isDeadlinePassed } from './deadlines.ts';
import type { SubmissionWithFiles, SubmittedFile } from './submissions.ts';

type File = Pick<SubmittedFile, 'kind' | 'memberId'>;

/**
 * Returns the deadline to preselect for an upload, or undefined if no deadline requires this kind of file. Prefers
 * deadlines that accept the file and are not past due: the next one or, if that has a file, the one with the newest file.
 */
export function chooseDeadlineForFile(
  submissions: readonly SubmissionWithFiles[],
  file: File,
  now: Date,
): SubmissionWithFiles | undefined {
  const asking = submissions.filter(({ documents }) =>
    documents.some((kind) => kind === file.kind),
  );
  const takes = ({ state, takenUntil }: SubmissionWithFiles) =>
    state !== 'excused' && !(takenUntil && isDeadlinePassed({ due: takenUntil }, now));
  const taking = asking.filter(takes);
  const byDue = (taking.length > 0 ? taking : asking).toSorted(
    (a, b) => Date.parse(a.due) - Date.parse(b.due),
  );
  const open = byDue.filter((submission) => !isDeadlinePassed(submission, now));
  const [next] = open;
  if (next) return findCountedFile(next, file) ? lastHandedIn(open, file) : next;
  return (
    byDue.findLast((submission) => !findCountedFile(submission, file)) ?? lastHandedIn(byDue, file)
  );
}

/** Returns the file of this kind and member that counts for the deadline, or undefined if there is none. */
export const findCountedFile = ({ counted }: SubmissionWithFiles, { kind, memberId }: File) =>
  counted.find((file) => file.kind === kind && file.memberId === memberId);

function lastHandedIn(
  submissions: readonly SubmissionWithFiles[],
  file: File,
): SubmissionWithFiles | undefined {
  const at = (submission: SubmissionWithFiles) =>
    Date.parse(findCountedFile(submission, file)?.at ?? '') || 0;
  return submissions.toSorted((a, b) => at(a) - at(b)).at(-1);
}
