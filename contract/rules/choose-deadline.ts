import type { HandedIn, Standing } from '#contract/submissions.ts';
import { isPassed } from './deadlines.ts';

type File = Pick<HandedIn, 'kind' | 'memberId'>;

/**
 * Chooses the deadline of an upload that names none, among those that ask for its kind. The next due date comes first,
 * until the file is there; then a new version replaces the one that was handed in last, as long as that date has not
 * passed. After all dates: the latest one that misses the file, otherwise the one that was handed in last. Deadlines that
 * refuse files, or that the group is excused from, are chosen only if there is no other.
 */
export function chooseDeadline(
  submissions: readonly Standing[],
  file: File,
  now: Date,
): Standing | undefined {
  const asking = submissions.filter(({ documents }) =>
    documents.some((kind) => kind === file.kind),
  );
  const takes = ({ state, takenUntil }: Standing) =>
    state !== 'excused' && !(takenUntil && isPassed({ due: takenUntil }, now));
  const taking = asking.filter(takes);
  const byDue = (taking.length > 0 ? taking : asking).toSorted(
    (a, b) => Date.parse(a.due) - Date.parse(b.due),
  );
  const open = byDue.filter((submission) => !isPassed(submission, now));
  const [next] = open;
  if (next) return findHandedIn(next, file) ? lastHandedIn(open, file) : next;
  return (
    byDue.findLast((submission) => !findHandedIn(submission, file)) ?? lastHandedIn(byDue, file)
  );
}

/** The version that counts for a deadline, of the group's file or of the member's own. */
export const findHandedIn = ({ counted }: Standing, { kind, memberId }: File) =>
  counted.find((file) => file.kind === kind && file.memberId === memberId);

function lastHandedIn(submissions: readonly Standing[], file: File): Standing | undefined {
  const at = (submission: Standing) => Date.parse(findHandedIn(submission, file)?.at ?? '') || 0;
  return submissions.toSorted((a, b) => at(a) - at(b)).at(-1);
}
