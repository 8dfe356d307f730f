import { z } from 'zod';
import { buildAttachmentSchema } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { DeadlineId } from './rules/deadlines.ts';
import { DocumentKind } from './rules/kinds.ts';
import { Submission } from './rules/submissions.ts';
import { buildParagraphSchema, Id } from './values/text.ts';

/** A kind of file that a deadline requires. */
const RequiredFile = z.object({ kind: DocumentKind, deadlineId: z.string() });
export type RequiredFile = z.infer<typeof RequiredFile>;

/** A stored file that the caller may also submit for the deadline `deadlineId`, which lacks a file of this kind. */
export const ReusableVersion = z.object({
  deadlineId: z.string(),
  kind: DocumentKind,
  documentId: z.string(),
  version: z.int(),
  uploadedAt: z.iso.datetime(),
});
export type ReusableVersion = z.infer<typeof ReusableVersion>;

/** A version that the next upload of its file removes (decision 67). */
export const VersionToRemove = z.object({
  kind: DocumentKind,
  deadlineId: z.string().nullable().describe('deadline of a monthly report'),
  version: z.int(),
});
export type VersionToRemove = z.infer<typeof VersionToRemove>;

const Reason = buildParagraphSchema('The reason', 2000).min(1, 'Enter a reason.');
const Instant = z.iso.datetime('Choose a date and time.').describe('in UTC');

const ExtensionAdvice = z.enum(['support', 'against'], 'Support it or advise against it.');
export type ExtensionAdvice = z.infer<typeof ExtensionAdvice>;

export const ExtensionRequest = z.object({
  _id: z.string(),
  groupId: z.string(),
  fypGroupName: z.string(),
  deadlineId: z.string(),
  title: z.string().describe('title of the deadline'),
  due: z.iso.datetime().describe('current due date'),
  reason: z.string().nullable().describe('null for callers who may not read it'),
  askedDue: z.iso.datetime(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  fileUrl: z
    .string()
    .nullable()
    .describe('evidence; null if there is none, or for callers who neither asked nor may decide'),
  decision: z.enum(['granted', 'refused']).nullable().describe('null if pending'),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decisionReason: z.string().nullable().describe('null for callers who may not read the reason'),
  mayDecide: z.boolean().describe('true if the caller may decide it'),
  mayAdvise: z.boolean().describe('true for the supervisor while the FYP office has to decide it'),
  advice: z
    .object({ advice: ExtensionAdvice, by: z.string(), at: z.iso.datetime() })
    .nullable()
    .describe(
      'of the supervisor; null if there is none, or for callers who may neither decide nor advise',
    ),
});
export type ExtensionRequest = z.infer<typeof ExtensionRequest>;

export const listSubmissions = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/submissions',
  summary: 'List a group’s submissions by deadline, and its extension requests',
  access: ['admin', 'faculty', 'student'],
  params: z.object({ groupId: Id }),
  reply: z.object({
    submissions: z.array(Submission),
    requests: z.array(ExtensionRequest).describe('the newest first'),
    next: z
      .array(RequiredFile)
      .describe('for students: the default deadline of an upload of each kind that is asked for'),
    reusable: z
      .array(ReusableVersion)
      .describe('for students: the newest version of each missing file'),
    missingOfOthers: z
      .array(RequiredFile)
      .describe(
        'for students: missing files of other members, while the caller has submitted theirs',
      ),
    nextRemovals: z
      .array(VersionToRemove)
      .describe('for students: versions that their next upload of the file removes'),
  }),
  problems: ['not-found'],
});

/** Words for decisions in texts. */
export const extensionDecisions = { granted: 'approved', refused: 'declined' } as const;

export const askExtension = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/extensions',
  summary: 'Request an extension of a deadline for the caller’s group',
  access: ['student'],
  audit: ['extension-asked'],
  params: z.object({ groupId: Id }),
  body: z.object({
    deadlineId: DeadlineId,
    askedDue: Instant,
    reason: Reason,
    supervisorMayRead: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .default(false)
      .describe('whether a supervisor who does not decide may read the reasons'),
    file: buildAttachmentSchema('The file').optional(),
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
  summary: 'List pending extension requests; supervisors see those of their own groups',
  access: ['admin', 'faculty'],
  reply: z.object({ requests: z.array(ExtensionRequest) }),
  problems: [],
});

export const decideExtension = endpoint({
  method: 'POST',
  path: '/api/extensions/:requestId/decision',
  summary: 'Approve or decline an extension and email the decision to the group',
  access: ['admin', 'faculty'],
  audit: ['extension-decided'],
  params: z.object({ requestId: Id }),
  body: z.object({
    decision: z.enum(['granted', 'refused'], 'Approve or decline it.'),
    due: Instant.optional().describe('new due date; default: the requested one'),
    reason: buildParagraphSchema('The reason', 2000),
  }),
  reply: z.object({ message: z.string(), request: ExtensionRequest }),
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});

export const adviseOnExtension = endpoint({
  method: 'PUT',
  path: '/api/extensions/:requestId/advice',
  summary:
    'Support a pending extension request that the FYP office decides on, or advise against it',
  access: ['faculty'],
  audit: ['extension-advised'],
  params: z.object({ requestId: Id }),
  body: z.object({ advice: ExtensionAdvice }),
  reply: z.object({ message: z.string(), request: ExtensionRequest }),
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});

export const findReminderSetting = endpoint({
  method: 'GET',
  path: '/api/reminders/own',
  summary: 'Get whether the caller has muted deadline reminders',
  access: ['student'],
  reply: z.object({ isMuted: z.boolean() }),
  problems: [],
});

export const muteReminders = endpoint({
  method: 'PUT',
  path: '/api/reminders/own',
  summary: 'Mute or unmute deadline reminders; the last one before each deadline is always sent',
  access: ['student'],
  audit: 'nothing: it is a wish of one’s own',
  body: z.object({ isMuted: z.boolean('State whether they are muted.') }),
  reply: z.object({ message: z.string(), isMuted: z.boolean() }),
  problems: [],
});

const GroupChange = z.object({
  groupId: z.string(),
  fypGroupName: z.string(),
  before: z.iso.datetime(),
  after: z.iso.datetime().nullable().describe('null: excused'),
});

export const setGroupDeadlines = endpoint({
  method: 'POST',
  path: '/api/deadlines/:deadlineId/groups',
  summary: 'Move a deadline for selected groups, or excuse them; a dry run lists the changes',
  access: ['admin'],
  audit: ['extension-decided'],
  params: z.object({ deadlineId: DeadlineId }),
  body: z.object({
    groupIds: z.array(Id).min(1, 'Choose at least one group.').max(2000),
    change: z.union([
      z.object({ to: z.literal('date'), due: Instant }),
      z.object({ to: z.literal('excused') }),
      z.object({ to: z.literal('cohort') }).describe('resets to the common date'),
    ]),
    reason: Reason,
    dryRun: z.boolean(),
  }),
  maxText: 256 * 1024,
  reply: z.object({
    message: z.string(),
    isSaved: z.boolean(),
    groups: z.array(GroupChange).describe('groups that change'),
  }),
  problems: ['not-found', 'cohort-closed'],
});
