import { z } from 'zod';
import { findListEntry } from '#contract/values/listed.ts';
import { type Deadline, isDeadlinePassed } from './deadlines.ts';
import { getKindFacts, isPerMember } from './document-kinds.ts';
import { DocumentKind } from './kinds.ts';

export const submissionStates = [
  'not-due',
  'open',
  'extended',
  'submitted',
  'late',
  'missed',
  'before-group',
  'excused',
] as const;
export const SubmissionState = z.enum(submissionStates);
export type SubmissionState = z.infer<typeof SubmissionState>;

/** A deadline opens this many days before its due date. */
export const daysOpenBeforeDue = 28;
const dayMs = 24 * 3_600_000;

const SubmissionParts = z.object({
  due: z.iso.datetime().describe('with the group’s extension'),
  documents: z.array(DocumentKind).describe('kinds of files to submit; empty for an event'),
  state: SubmissionState,
  submittedAt: z.iso.datetime().nullable().describe('when the last file was submitted'),
  version: z.int().nullable().describe('newest version in time, otherwise the first late one'),
  lateMs: z.int().describe('lateness in milliseconds; 0 if in time'),
  missing: z.array(DocumentKind).describe('kinds without a file'),
  takenUntil: z.iso.datetime().nullable().describe('later files are rejected; null: no limit'),
});

/** The files that a member owes who joined after the due date or shortly before it, by a date of their own. */
export const Newcomer = SubmissionParts.extend({ memberId: z.string(), name: z.string() });
export type Newcomer = z.infer<typeof Newcomer>;

export const Submission = SubmissionParts.extend({
  deadlineId: z.string(),
  title: z.string(),
  firstDue: z.iso.datetime().describe('if omitted'),
  passedBeforeGroup: z.boolean().describe('the date had passed when the group was created'),
  newcomers: z
    .array(Newcomer)
    .optional()
    .describe('members who joined late, whom the state ignores; omitted if there are none'),
});
export type Submission = z.infer<typeof Submission>;

/** A submitted version of a file. `at` is the time of submission. */
export type SubmittedFile = {
  kind: string;
  memberId: string | null;
  deadlineId: string | null;
  version: number;
  at: string;
};

/** `counted` includes the files of members who joined late. */
export type SubmissionWithFiles = Submission & { counted: SubmittedFile[] };

/** A member who may owe files. `ownDue` is set if they joined late. */
export type SubmittingMember = { id: string; name: string; ownDue: string | null };

/** A group's own due date or excuse. A `due` before the common date applies only if `earlierThan` equals the latter. */
export type GroupDeadline = {
  due: string | null;
  isExcused: boolean;
  earlierThan?: string | null | undefined;
};

/** Returns the later of the common and the group's due date, or the latter if deliberately earlier (decision 42). */
export function getEffectiveDueDate(
  deadline: Pick<Deadline, 'due'>,
  agreed: GroupDeadline | undefined,
): string {
  if (!agreed?.due) return deadline.due;
  const commonDue = Date.parse(deadline.due);
  const ownDue = Date.parse(agreed.due);
  const isChosen = agreed.earlierThan && Date.parse(agreed.earlierThan) === commonDue;
  return ownDue > commonDue || (ownDue < commonDue && isChosen) ? agreed.due : deadline.due;
}

export const appliesToProgram = (
  { programs }: Pick<Deadline, 'programs'>,
  program: string,
): boolean => programs === null || findListEntry(programs, program) !== undefined;

export type SubmissionFacts = {
  deadline: Deadline;
  members: readonly SubmittingMember[];
  files: readonly SubmittedFile[];
  createdAt: string;
  agreed?: GroupDeadline | undefined;
};

/** Returns files with their deadline. A file without one, except a report, gets the earliest that requires its kind. */
export function assignFilesToDeadlines<File extends Pick<SubmittedFile, 'kind' | 'deadlineId'>>(
  files: readonly File[],
  deadlines: readonly Deadline[],
): (File & { deadlineId: string })[] {
  const byDue = deadlines.toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due));
  return files.flatMap((file) => {
    const asking = byDue.filter(({ documents }) => documents.some((kind) => kind === file.kind));
    const isUnassigned = file.deadlineId === null && !getKindFacts(file.kind).isPerDeadline;
    const counted = isUnassigned ? asking[0] : asking.find(({ _id }) => _id === file.deadlineId);
    return counted ? [{ ...file, deadlineId: counted._id }] : [];
  });
}

/** Ignores dates of the members' own. */
export function buildSubmissionOf(
  { deadline, members, files, createdAt, agreed }: SubmissionFacts,
  now: Date,
): SubmissionWithFiles {
  const due = getEffectiveDueDate(deadline, agreed);
  const passedBeforeGroup = isDeadlinePassed({ due }, new Date(createdAt));
  const slots = listRequiredFiles({ deadline, members, files }).map(({ kind, versions }) => ({
    kind,
    counted: countedOf(versions, { due, passedBeforeGroup }),
  }));
  const missing = [...new Set(slots.flatMap(({ kind, counted }) => (counted ? [] : [kind])))];
  const counted = slots.flatMap((slot) => slot.counted ?? []);
  const last = missing.length > 0 ? undefined : newestOf(counted);
  const lateMs = last ? getLatenessMs({ due, passedBeforeGroup }, new Date(last.at)) : 0;
  const grace = passedBeforeGroup ? null : deadline.graceHours;
  return {
    deadlineId: deadline._id,
    title: deadline.title,
    due,
    firstDue: deadline.due,
    documents: [...deadline.documents],
    state: stateOf(
      {
        ...{ deadline, due, isComplete: last !== undefined, lateMs, passedBeforeGroup, agreed },
        isOwed: slots.length > 0,
      },
      now,
    ),
    submittedAt: last?.at ?? null,
    version: last?.version ?? null,
    lateMs,
    missing,
    counted,
    passedBeforeGroup,
    takenUntil: grace === null ? null : new Date(Date.parse(due) + grace * 3_600_000).toISOString(),
  };
}

/** Lists the files that a deadline requires, once per group or per member, each with its submitted versions. */
export const listRequiredFiles = ({
  deadline,
  members,
  files,
}: Pick<SubmissionFacts, 'deadline' | 'members' | 'files'>) =>
  deadline.documents.flatMap((kind) =>
    (isPerMember(deadline, kind) ? members.map(({ id }) => id) : [null]).map((memberId) => ({
      kind,
      versions: files.filter(
        (file) =>
          file.kind === kind &&
          file.deadlineId === deadline._id &&
          (memberId === null || file.memberId === memberId),
      ),
    })),
  );

/** Time at which a group had submitted everything; undefined while a file is missing. */
export type Completion = Date | 'owed-by-nobody' | undefined;

type CompletionFacts = Pick<SubmissionFacts, 'deadline' | 'createdAt' | 'agreed'> & {
  completedAt: Completion;
};

/** Returns the same state as `buildSubmission`. `completedAt` is the result of `findCompletionTime`. */
export function getStateByCompletion(
  { deadline, createdAt, agreed, completedAt }: CompletionFacts,
  now: Date,
): SubmissionState {
  const due = getEffectiveDueDate(deadline, agreed);
  const passedBeforeGroup = isDeadlinePassed({ due }, new Date(createdAt));
  const isOwed = completedAt !== 'owed-by-nobody';
  const at = isOwed ? completedAt : undefined;
  const lateMs = at ? getLatenessMs({ due, passedBeforeGroup }, at) : 0;
  const isComplete = at !== undefined;
  return stateOf({ deadline, due, isComplete, isOwed, lateMs, passedBeforeGroup, agreed }, now);
}

/** Returns the newest version on time, or the first if all are late. Ignores due dates before the group's creation. */
function countedOf(
  files: readonly SubmittedFile[],
  { due, passedBeforeGroup }: Pick<Submission, 'due' | 'passedBeforeGroup'>,
): SubmittedFile | undefined {
  if (files.length < 2 || passedBeforeGroup) return newestOf(files);
  const inTime = files.filter(({ at }) => !isDeadlinePassed({ due }, new Date(at)));
  if (inTime.length > 0) return newestOf(inTime);
  return files.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))[0];
}

const newestOf = (files: readonly SubmittedFile[]) =>
  files.length < 2 ? files[0] : files.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];

type Decided = {
  deadline: Deadline;
  due: string;
  isComplete: boolean;
  /** False if no member owes the files, because all of them joined late. */
  isOwed: boolean;
  lateMs: number;
  passedBeforeGroup: boolean;
  agreed: GroupDeadline | undefined;
};

function stateOf(
  { deadline, due, isComplete, isOwed, lateMs, passedBeforeGroup, agreed }: Decided,
  now: Date,
): SubmissionState {
  if (agreed?.isExcused) return 'excused';
  if (isComplete) return lateMs > 0 ? 'late' : 'submitted';
  const isEvent = deadline.documents.length === 0;
  if (passedBeforeGroup && !isEvent) return 'before-group';
  if (!isOwed && !isEvent) return 'excused';
  if (isDeadlinePassed({ due }, now)) return isEvent ? 'not-due' : 'missed';
  if (Date.parse(due) > Date.parse(deadline.due)) return 'extended';
  return Date.parse(due) - now.getTime() > daysOpenBeforeDue * dayMs ? 'not-due' : 'open';
}

/** Returns the lateness of a file in milliseconds, or 0 if the due date had passed before the group was created. */
export const getLatenessMs = (
  { due, passedBeforeGroup }: Pick<Submission, 'due' | 'passedBeforeGroup'>,
  at: Date,
): number =>
  !passedBeforeGroup && isDeadlinePassed({ due }, at) ? at.getTime() - Date.parse(due) : 0;

/** An upload that takes at most this many minutes counts as submitted at its start time. */
export const uploadGraceMinutes = 15;

/** Formats a duration in its largest unit, rounded down, at least "1 minute": "3 days", "5 hours". */
export function formatLateness(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  const [count, unit] =
    minutes >= 1440
      ? [Math.floor(minutes / 1440), 'day']
      : minutes >= 60
        ? [Math.floor(minutes / 60), 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
