import { z } from 'zod';
import { CohortQuery } from './cohorts.ts';
import { DocumentKind } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { Feedback, FullGroup, VivaDate, VivaStatus } from './groups.ts';
import type { SentMarks } from './marks.ts';
import { formatTooManyMembers } from './proposals.ts';
import { type GroupRules, maxGroupSize } from './rules/group-rules.ts';
import { buildRollSchema, Roll } from './rules/roll.ts';
import { milestonesOf, type Scheme } from './rules/scheme.ts';
import { AnyPhone, buildPhoneSchema } from './values/phone.ts';
import { buildListEntrySchema, Email, Id, line, nameLine } from './values/text.ts';

const Account = z.object({ _id: z.string(), name: z.string(), email: z.string() });

/** A supervisor or examiner name, and the groups that no account can access through it. */
export const UnboundName = z.object({
  name: z.string(),
  groups: z.array(
    z.object({
      _id: z.string(),
      fypGroupName: z.string(),
      version: z.int(),
      part: z.enum(['supervisor', 'externalExaminer']),
    }),
  ),
  blocked: Account.nullable().describe('the blocked account that is bound to these groups'),
  namesakes: z
    .array(Account)
    .describe('faculty accounts with this name; if there are several, an admin chooses'),
  alike: z.array(Account).describe('faculty accounts with a confusable name'),
});
export type UnboundName = z.infer<typeof UnboundName>;

/** A member who matches several accounts. None of them has access until an admin chooses one. */
export const ContestedMember = z.object({
  memberId: z.string(),
  memberName: z.string(),
  memberEmail: z.string(),
  group: z.object({ _id: z.string(), fypGroupName: z.string() }),
  accounts: z.array(Account).describe('accounts that have or had this email address, by name'),
});
export type ContestedMember = z.infer<typeof ContestedMember>;

/**
 * A person with two roles in one group. The portal now rejects such groups, but older ones remain.
 */
export const RoleConflict = z.object({
  group: z.object({ _id: z.string(), fypGroupName: z.string() }),
  message: z.string().describe('the conflict in words, with its solution'),
});
export type RoleConflict = z.infer<typeof RoleConflict>;

export const DamagedFile = z.object({
  documentId: z.string(),
  kind: DocumentKind,
  version: z.int(),
  name: z.string(),
  groupId: z.string().nullable(),
  groupName: z.string().nullable(),
  memberName: z.string().nullable().describe('the owner of a fee proof or certificate'),
  userName: z.string().nullable().describe('the owner of a CV'),
  fault: z.enum(['missing', 'altered']),
  foundAt: z.iso.datetime(),
});
export type DamagedFile = z.infer<typeof DamagedFile>;

/** A person's objection, made through an emailed link, to being listed as a member of a group. */
export const Objection = z.object({
  _id: z.string(),
  groupId: z.string(),
  fypGroupName: z.string(),
  memberName: z.string(),
  email: z.string(),
  objectedAt: z.iso.datetime(),
});
export type Objection = z.infer<typeof Objection>;

export const findAttention = endpoint({
  method: 'GET',
  path: '/api/auth/attention',
  summary:
    'List problems for the office to solve: names without an account, confusable names, ambiguous members, role conflicts, objections, damaged files, low disk space, and an invalid logo',
  access: ['admin'],
  reply: z.object({
    unboundNames: z.array(UnboundName),
    alikeAccounts: z
      .array(z.array(Account))
      .describe('groups of faculty accounts with confusable names'),
    contestedMembers: z.array(ContestedMember),
    roleConflicts: z.array(RoleConflict).describe('role conflicts in open cohorts, by group'),
    objections: z.array(Objection).describe('longest waiting first'),
    fileFaults: z.array(DamagedFile).describe('the newest 200'),
    storage: z
      .object({ isLow: z.boolean(), free: z.int(), watermark: z.int() })
      .nullable()
      .describe('in bytes; uploads are rejected while it is low; null if the limit is unknown'),
    logoFault: z
      .string()
      .nullable()
      .describe('why the stored logo cannot be decoded; null if it is valid or missing'),
  }),
  problems: [],
});

/** Why a group needs an admin. `staff-choice`: an admin must choose one of several namesakes. */
export const WaitingReason = z.enum([
  'no-examiner',
  'supervisor-other',
  'supervisor-account',
  'examiner-account',
  'staff-choice',
]);
export type WaitingReason = z.infer<typeof WaitingReason>;

/** Maximum number of groups listed per reason. The totals count all groups. */
export const maxWaitingGroups = 50;

export const findFigures = endpoint({
  method: 'GET',
  path: '/api/figures',
  summary: 'Count groups and users, and list the groups that need an admin by reason',
  access: ['admin'],
  query: CohortQuery,
  reply: z.object({
    groups: z.int(),
    users: z.int().describe('number of users in all cohorts'),
    waiting: z
      .array(
        z.object({
          reason: WaitingReason,
          total: z.int(),
          groups: z
            .array(z.object({ _id: z.string(), fypGroupName: z.string(), fypTitle: z.string() }))
            .max(maxWaitingGroups)
            .describe('the first by name'),
        }),
      )
      .describe('omits reasons without groups'),
  }),
  problems: [],
});

/** An undelivered email. Omits the content, which may include marks. */
export const UndeliveredEmail = z.object({
  _id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  fypGroupName: z.string().nullable(),
  attempts: z.int().describe('number of attempts; errors of the mail server itself do not count'),
  lastError: z
    .string()
    .nullable()
    .describe('last reply of the mail server, or why the email was withdrawn'),
  queuedAt: z.iso.datetime(),
  failedAt: z.iso
    .datetime()
    .nullable()
    .describe('when delivery was given up; null while it is retried'),
  nextAttemptAt: z.iso.datetime(),
  isUsual: z.boolean().describe('queued minutes ago and not refused: no action is needed'),
});
export type UndeliveredEmail = z.infer<typeof UndeliveredEmail>;

/** Maximum number of emails listed per state. The totals count all emails. */
export const maxUndeliveredEmails = 100;

/** Number of days to look back for emails that may have been delivered twice. */
export const possibleDuplicateDays = 30;

export const listUndeliveredEmails = endpoint({
  method: 'GET',
  path: '/api/auth/letters',
  summary: 'List failed emails, newest first, and queued emails, oldest first',
  access: ['admin'],
  reply: z.object({
    failed: z.array(UndeliveredEmail),
    failedTotal: z.int(),
    waiting: z.array(UndeliveredEmail),
    waitingTotal: z.int(),
    twiceTotal: z
      .int()
      .describe(
        `queued in the last ${possibleDuplicateDays} days, and possibly delivered twice because the mail server did not reply the first time`,
      ),
  }),
  problems: [],
});

export const sendEmailAgain = endpoint({
  method: 'POST',
  path: '/api/auth/letters/:emailId/send-again',
  summary: 'Retry a failed or queued email immediately',
  access: ['admin'],
  audit: ['letter-sent-again'],
  params: z.object({ emailId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});

export const dismissEmail = endpoint({
  method: 'DELETE',
  path: '/api/auth/letters/:emailId',
  summary: 'Dismiss a failed email',
  access: ['admin'],
  audit: ['letter-dismissed'],
  params: z.object({ emailId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});

/**
 * Id of the chosen account. Clients send back whole groups: '', null and the stored id change
 * nothing.
 */
const Chosen = z.union([Id, z.literal(''), z.null()], 'Choose an account from the list.');

/**
 * An edited member. Unlisted fields are milestones of the scheme, or fields that older clients send
 * back.
 */
const memberEdit = z
  .object({
    _id: Id,
    name: nameLine('Full name', 100).optional(),
    fathername: nameLine('Father name', 100).optional(),
    roll: Roll.optional(),
    email: Email.optional(),
    phone: AnyPhone.optional(),
    isAnotherStudent: z
      .boolean()
      .optional()
      .describe('with a new email: the account that has claimed this membership loses it'),
  })
  .catchall(z.unknown());

type Identity = { roll: string; phone: string };
type IdentityEdit = { _id: string } & Partial<Record<keyof Identity, string | undefined>>;

/**
 * Normalises phone and roll numbers, and returns an issue for each one that violates the
 * department's rules. Unchanged values are always valid.
 */
export function validateMemberEdits<E extends IdentityEdit>(
  rules: GroupRules,
  edits: readonly E[],
  storedMembers: readonly (Identity & { _id: string })[],
): { edits: E[]; issues: z.core.$ZodIssue[] } {
  const fields = { roll: buildRollSchema(rules), phone: buildPhoneSchema(rules) };
  const issues: z.core.$ZodIssue[] = [];
  const normalisedEdits = edits.map((edit, index) => {
    const before = storedMembers.find(({ _id }) => _id === edit._id);
    const changed = { ...edit };
    for (const field of ['roll', 'phone'] as const) {
      const sent = edit[field];
      if (sent === undefined || sent === before?.[field]) continue;
      const { data, error } = fields[field].safeParse(sent);
      if (data !== undefined) Object.assign(changed, { [field]: data });
      for (const issue of error?.issues ?? []) {
        issues.push({ ...issue, path: ['fypGroupMembers', index, field] });
      }
    }
    return changed;
  });
  return { edits: normalisedEdits, issues };
}

/** Returns the edited members' marks without revisions: the group's version detects conflicts. */
export function extractMarks(
  scheme: Scheme,
  edits: readonly ({ _id: string } & Record<string, unknown>)[],
): SentMarks[] {
  const keys = milestonesOf(scheme).map(({ key }) => key);
  return edits.map((edit, index) => ({
    memberId: edit._id,
    path: `fypGroupMembers.${index}`,
    entries: Object.fromEntries(
      keys.flatMap((key) => (key in edit ? [[key, withoutRevision(edit[key])]] : [])),
    ),
  }));
}

function withoutRevision(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { revision: _, ...rest } = entry as { revision?: unknown };
  return rest;
}

export const chooseAccount = endpoint({
  method: 'PUT',
  path: '/api/auth/members/:memberId/account',
  summary: 'Choose the account of a member who matches several accounts',
  access: ['admin'],
  audit: ['group-changed'],
  params: z.object({ memberId: Id }),
  body: z.object({ userId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'already-in-group'],
});

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/api/auth/update/:groupId',
  summary:
    'Update a group; omitted fields do not change, and generated fields (ids, links) are ignored',
  access: ['admin'],
  audit: ['group-changed', 'marks-saved', 'viva-saved'],
  // Large enough for 2000 characters of feedback on every milestone of each member.
  maxText: 1024 * 1024,
  params: z.object({ groupId: Id }),
  body: z.object({
    version: z.int().optional().describe('version as read; a stale one is rejected'),
    fypGroupName: nameLine('Group name', 60).optional(),
    program: buildListEntrySchema('Program', 40).optional(),
    fypTitle: line('Project title', 200).optional(),
    fypCategory: buildListEntrySchema('Category', 60).optional(),
    supervisor: nameLine('Supervisor', 100).optional(),
    externalExaminer: z
      .union([nameLine('External examiner', 100), z.literal(''), z.null()])
      .optional(),
    supervisorId: Chosen.optional().describe('chooses among accounts with the same name'),
    externalExaminerId: Chosen.optional(),
    fypGroupMembers: z
      .array(memberEdit)
      .max(maxGroupSize, formatTooManyMembers(maxGroupSize))
      .optional(),
    externalVivaDetails: z
      .object({
        vivaDate: VivaDate.optional(),
        vivaStatus: VivaStatus.optional(),
        vivaFeedback: Feedback.nullable().optional(),
      })
      .nullish(),
  }),
  reply: z.object({ message: z.string(), group: FullGroup }),
  problems: ['not-found', 'stale-version', 'already-in-group', 'name-taken', 'cohort-closed'],
});
