import { z } from 'zod';
import { attachment, UploadKind } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { type Deadline, DeadlineId, DueKind, isPassed } from './rules/deadlines.ts';
import { findListed } from './values/listed.ts';
import { Id, paragraph } from './values/text.ts';

export const submissionStates = [
  ...(['not-due', 'open', 'extended', 'submitted', 'late', 'missed'] as const),
  ...(['before-group', 'excused'] as const),
] as const;
export const SubmissionState = z.enum(submissionStates);
export type SubmissionState = z.infer<typeof SubmissionState>;

/** How long before its date a deadline is shown as open. */
export const openDays = 28;
const dayMs = 24 * 3_600_000;

/** What a group has handed in for a deadline, and until when it may. */
export const Submission = z.object({
  deadlineId: z.string(),
  title: z.string(),
  due: z.iso.datetime().describe('with the group’s extension'),
  firstDue: z.iso.datetime().describe('without it'),
  documents: z.array(DueKind).describe('what is handed in; empty for an event'),
  state: SubmissionState,
  submittedAt: z.iso.datetime().nullable().describe('when the last of it came'),
  version: z.int().nullable().describe('the newest that was in time, else the first that was late'),
  lateMs: z.int().describe('by how much the submission was late; 0 in time'),
  missing: z.array(DueKind).describe('what has not come yet'),
  passedBeforeGroup: z.boolean().describe('the date had passed when the group was created'),
  takenUntil: z.iso.datetime().nullable().describe('later files are refused; null: always taken'),
});
export type Submission = z.infer<typeof Submission>;

/** One version of a file of the group, or of a member of it, and when it was handed in for a deadline. */
export type HandedIn = {
  kind: string;
  memberId: string | null;
  deadlineId: string | null;
  version: number;
  at: string;
};

/** With the versions that count, one for each file that has come. */
export type Standing = Submission & { counted: HandedIn[] };

/** The deadline that a file is for if the student chooses none. */
export const NextDeadline = z.object({ kind: UploadKind, deadlineId: z.string() });
export type NextDeadline = z.infer<typeof NextDeadline>;

/** A stored version that the caller may hand in for a deadline that misses the file. */
export const ReusableVersion = z.object({
  deadlineId: z.string(),
  kind: DueKind,
  documentId: z.string(),
  version: z.int(),
  uploadedAt: z.iso.datetime(),
});
export type ReusableVersion = z.infer<typeof ReusableVersion>;

/**
 * What was agreed with one group. `earlierThan` is the date for all at which the coordinator decided by name that the
 * group's own date stays earlier.
 */
export type Agreed = {
  due: string | null;
  isExcused: boolean;
  earlierThan?: string | null | undefined;
};

/**
 * The one place that decides which date holds for a group: the later of the date for all and its own (decision 42). An
 * earlier date counts only as long as the date for all is the one at which the coordinator chose it.
 */
export function effectiveDue(deadline: Pick<Deadline, 'due'>, agreed: Agreed | undefined): string {
  const ofAll = Date.parse(deadline.due);
  const own = Date.parse(agreed?.due ?? deadline.due);
  const isChosen = agreed?.earlierThan && Date.parse(agreed.earlierThan) === ofAll;
  return agreed?.due && (own > ofAll || (own < ofAll && isChosen)) ? agreed.due : deadline.due;
}

/** What each member hands in for themselves; everything else is the group's. */
const ofMembers: readonly DueKind[] = ['feeProof', 'certificate'];

export const isFor = ({ programs }: Pick<Deadline, 'programs'>, program: string): boolean =>
  programs === null || findListed(programs, program) !== undefined;

type Facts = {
  deadline: Deadline;
  members: readonly string[];
  files: readonly HandedIn[];
  /** When the group was created. */
  createdAt: string;
  agreed?: Agreed | undefined;
};

/**
 * Decides for which of a group's deadlines each file counts: for the one that it was handed in for, as long as that
 * deadline asks for the kind. A file that no deadline asked for when it arrived counts for the first that asks, by common
 * due date; a monthly report only counts for its own month.
 */
export function assignFiles<File extends Pick<HandedIn, 'kind' | 'deadlineId'>>(
  files: readonly File[],
  deadlines: readonly Deadline[],
): (File & { deadlineId: string })[] {
  const byDue = deadlines.toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due));
  return files.flatMap((file) => {
    const asking = byDue.filter(({ documents }) => documents.some((kind) => kind === file.kind));
    const isUnassigned = file.deadlineId === null && file.kind !== 'report';
    const counted = isUnassigned ? asking[0] : asking.find(({ _id }) => _id === file.deadlineId);
    return counted ? [{ ...file, deadlineId: counted._id }] : [];
  });
}

/** The one place that decides where a group stands with a deadline; pages, exports and reminders show what it says. */
export function submissionOf(
  { deadline, members, files, createdAt, agreed }: Facts,
  now: Date,
): Standing {
  const due = effectiveDue(deadline, agreed);
  const passedBeforeGroup = isPassed({ due }, new Date(createdAt));
  const slots = deadline.documents.flatMap((kind) =>
    (ofMembers.includes(kind) ? members : [null]).map((memberId) => ({
      kind,
      counted: countedOf(
        files.filter(
          (file) =>
            file.kind === kind &&
            file.deadlineId === deadline._id &&
            (memberId === null || file.memberId === memberId),
        ),
        { due, passedBeforeGroup },
      ),
    })),
  );
  const missing = [...new Set(slots.flatMap(({ kind, counted }) => (counted ? [] : [kind])))];
  const counted = slots.flatMap((slot) => slot.counted ?? []);
  const last = missing.length > 0 ? undefined : newestOf(counted);
  const lateMs = last ? lateMsOf({ due, passedBeforeGroup }, new Date(last.at)) : 0;
  const grace = passedBeforeGroup ? null : deadline.graceHours;
  return {
    deadlineId: deadline._id,
    title: deadline.title,
    due,
    firstDue: deadline.due,
    documents: [...deadline.documents],
    state: stateOf({ deadline, due, last, lateMs, passedBeforeGroup, agreed }, now),
    submittedAt: last?.at ?? null,
    version: last?.version ?? null,
    lateMs,
    missing,
    counted,
    passedBeforeGroup,
    takenUntil: grace === null ? null : new Date(Date.parse(due) + grace * 3_600_000).toISOString(),
  };
}

/** The newest version in time, else the first that was late. No version is late for a date before the group. */
function countedOf(
  files: readonly HandedIn[],
  { due, passedBeforeGroup }: Pick<Submission, 'due' | 'passedBeforeGroup'>,
): HandedIn | undefined {
  if (files.length < 2 || passedBeforeGroup) return newestOf(files);
  const inTime = files.filter(({ at }) => !isPassed({ due }, new Date(at)));
  if (inTime.length > 0) return newestOf(inTime);
  return files.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))[0];
}

const newestOf = (files: readonly HandedIn[]) =>
  files.length < 2 ? files[0] : files.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];

type Decided = {
  deadline: Deadline;
  due: string;
  last: HandedIn | undefined;
  lateMs: number;
  passedBeforeGroup: boolean;
  agreed: Agreed | undefined;
};

function stateOf(
  { deadline, due, last, lateMs, passedBeforeGroup, agreed }: Decided,
  now: Date,
): SubmissionState {
  if (agreed?.isExcused) return 'excused';
  if (last) return lateMs > 0 ? 'late' : 'submitted';
  const isEvent = deadline.documents.length === 0;
  if (passedBeforeGroup && !isEvent) return 'before-group';
  if (isPassed({ due }, now)) return isEvent ? 'not-due' : 'missed';
  if (Date.parse(due) > Date.parse(deadline.due)) return 'extended';
  return Date.parse(due) - now.getTime() > openDays * dayMs ? 'not-due' : 'open';
}

/** By how many milliseconds a file is late; 0 in time, and 0 if the date had passed before the group was created. */
export const lateMsOf = (
  { due, passedBeforeGroup }: Pick<Submission, 'due' | 'passedBeforeGroup'>,
  at: Date,
): number => (!passedBeforeGroup && isPassed({ due }, at) ? at.getTime() - Date.parse(due) : 0);

/** How much later than a hard stop an upload may arrive that began before it. */
export const arrivalMinutes = 15;

/** "3 days", "5 hours", "12 minutes": the largest unit that fits, rounded down, at least a minute. */
export function formatLate(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  const [count, unit] =
    minutes >= 1440
      ? [Math.floor(minutes / 1440), 'day']
      : minutes >= 60
        ? [Math.floor(minutes / 60), 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const Reason = paragraph('The reason', 2000).min(1, 'Give a reason.');
const Instant = z.iso.datetime('Choose a date and time.').describe('in UTC');

/** A group's wish for a later date, and what became of it. */
export const ExtensionRequest = z.object({
  _id: z.string(),
  groupId: z.string(),
  fypGroupName: z.string(),
  deadlineId: z.string(),
  title: z.string().describe('of the deadline'),
  due: z.iso.datetime().describe('as it stands'),
  reason: z.string(),
  askedDue: z.iso.datetime(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  fileUrl: z.string().nullable(),
  decision: z.enum(['granted', 'refused']).nullable().describe('null: not decided yet'),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decisionReason: z.string().nullable(),
  mayDecide: z.boolean().describe('whether the caller decides it'),
});
export type ExtensionRequest = z.infer<typeof ExtensionRequest>;

export const listSubmissions = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/submissions',
  summary: 'Where a group stands with each deadline, and its requests for extensions',
  access: ['admin', 'faculty', 'student'],
  params: z.object({ groupId: Id }),
  reply: z.object({
    submissions: z.array(Submission),
    requests: z.array(ExtensionRequest).describe('the newest first'),
    next: z.array(NextDeadline).describe('for students: one entry for each kind that is asked for'),
    reusable: z
      .array(ReusableVersion)
      .describe('for students: the newest version of each missing file'),
  }),
  problems: ['not-found'],
});

export const askExtension = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/extensions',
  summary: 'Ask for a later date for one deadline of one’s own group',
  access: ['student'],
  audit: ['extension-asked'],
  params: z.object({ groupId: Id }),
  body: z.object({
    deadlineId: DeadlineId,
    askedDue: Instant,
    reason: Reason,
    file: attachment('The file').optional(),
  }),
  files: { file: 'evidence' },
  status: 201,
  reply: z.object({ message: z.string(), request: ExtensionRequest }),
  problems: [
    'not-found',
    'unconfirmed',
    'stale-version',
    'cohort-closed',
    'too-large',
    'wrong-kind-of-file',
    'storage-full',
  ],
});

export const listExtensionRequests = endpoint({
  method: 'GET',
  path: '/api/extensions',
  summary:
    'Requests for extensions that are not decided yet: of all groups, or of the groups one supervises',
  access: ['admin', 'faculty'],
  reply: z.object({ requests: z.array(ExtensionRequest) }),
  problems: [],
});

export const decideExtension = endpoint({
  method: 'POST',
  path: '/api/extensions/:requestId/decision',
  summary: 'Grant or refuse an extension; the group is told by email',
  access: ['admin', 'faculty'],
  audit: ['extension-decided'],
  params: z.object({ requestId: Id }),
  body: z.object({
    decision: z.enum(['granted', 'refused'], 'Grant or refuse it.'),
    due: Instant.optional().describe('the new date; left out, the one asked for'),
    reason: paragraph('The reason', 2000),
  }),
  reply: z.object({ message: z.string(), request: ExtensionRequest }),
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});

export const findReminderSetting = endpoint({
  method: 'GET',
  path: '/api/reminders/own',
  summary: 'Whether one has muted reminders of deadlines',
  access: ['student'],
  reply: z.object({ isMuted: z.boolean() }),
  problems: [],
});

export const muteReminders = endpoint({
  method: 'PUT',
  path: '/api/reminders/own',
  summary: 'Mute reminders of deadlines, except the last one before each; or have them again',
  access: ['student'],
  audit: 'nothing: it is a wish of one’s own',
  body: z.object({ isMuted: z.boolean('Say whether they are muted.') }),
  reply: z.object({ message: z.string(), isMuted: z.boolean() }),
  problems: [],
});

/** One group of many, and what the change would be or was. */
const GroupChange = z.object({
  groupId: z.string(),
  fypGroupName: z.string(),
  before: z.iso.datetime(),
  after: z.iso.datetime().nullable().describe('null: excused'),
});

export const setGroupDeadlines = endpoint({
  method: 'POST',
  path: '/api/deadlines/:deadlineId/groups',
  summary:
    'Move a deadline for some groups, or excuse them; shows what would change before it does',
  access: ['admin'],
  audit: ['extension-decided'],
  params: z.object({ deadlineId: DeadlineId }),
  body: z.object({
    groupIds: z.array(Id).min(1, 'Choose at least one group.').max(2000),
    change: z.union([
      z.object({ to: z.literal('date'), due: Instant }),
      z.object({ to: z.literal('excused') }),
      z.object({ to: z.literal('cohort') }).describe('back to the date that all have'),
    ]),
    reason: Reason,
    dryRun: z.boolean(),
  }),
  maxText: 256 * 1024,
  reply: z.object({
    message: z.string(),
    isSaved: z.boolean(),
    groups: z.array(GroupChange).describe('those that change'),
  }),
  problems: ['not-found', 'cohort-closed'],
});
