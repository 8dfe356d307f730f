import { isDeadlinePassed } from './deadlines.ts';
import type { SubmissionWithFiles, SubmittedFile } from './submissions.ts';

type File = Pick<SubmittedFile, 'kind' | 'memberId'>;

/**
 * Chooses the deadline of an upload that does not name one. Considers only deadlines that require this kind of file,
 * and returns undefined if there are none. Before the last due date, chooses the next deadline if it has no file yet,
 * otherwise the future deadline with the most recently submitted file. After all due dates, chooses the last deadline
 * without a file, otherwise the one with the most recently submitted file. Deadlines that are excused or no longer
 * accept files are chosen only if there are no others.
 */
export function chooseDeadline(
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

/**
 * Returns the uploaded file of the given kind and member that counts for the deadline, or undefined if there is none.
 */
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
