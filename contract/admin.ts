import { z } from 'zod';
import { CohortQuery } from './cohorts.ts';
import { DocumentKind } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { Feedback, FullGroup, VivaDate, VivaStatus } from './groups.ts';
import type { SentMarks } from './marks.ts';
import { atMost } from './proposals.ts';
import { type GroupRules, largestGroup } from './rules/group-rules.ts';
import { Roll, rollOf } from './rules/roll.ts';
import { milestonesOf, type Scheme } from './rules/scheme.ts';
import { AnyPhone, phoneOf } from './values/phone.ts';
import { Email, Id, line, listed, nameLine } from './values/text.ts';

const Account = z.object({ _id: z.string(), name: z.string(), email: z.string() });

/** The name of a supervisor or external examiner that does not give any account access to its groups. */
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
  blocked: Account.nullable().describe(
    'the account that these groups are bound to, which is blocked',
  ),
  namesakes: z
    .array(Account)
    .describe('faculty accounts with this name; if there are several, an admin chooses'),
  alike: z.array(Account).describe('faculty accounts with a confusable name'),
});
export type UnboundName = z.infer<typeof UnboundName>;

/** A member who could belong to several accounts. None of them has access until an admin chooses one. */
export const ContestedMember = z.object({
  memberId: z.string(),
  memberName: z.string(),
  memberEmail: z.string(),
  group: z.object({ _id: z.string(), fypGroupName: z.string() }),
  accounts: z.array(Account).describe('accounts that have or had this email address, by name'),
});
export type ContestedMember = z.infer<typeof ContestedMember>;

/** A person with two roles in one group, stored before the portal rejected this. */
export const RoleConflict = z.object({
  group: z.object({ _id: z.string(), fypGroupName: z.string() }),
  message: z.string().describe('who has which roles, and what to do'),
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

/** An objection: a person has used the link of an email to deny that they belong to a group. */
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
    'What waits for the office: names that grant nothing or look alike, members whose account is unclear, people with two roles in one group, members who object to their group, files that rotted, a disk that fills up, a logo that cannot be read',
  access: ['admin'],
  reply: z.object({
    unboundNames: z.array(UnboundName),
    alikeAccounts: z
      .array(z.array(Account))
      .describe('groups of faculty accounts with confusable names'),
    contestedMembers: z.array(ContestedMember),
    roleConflicts: z.array(RoleConflict).describe('in open cohorts, by group'),
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

/** Reason why a group needs an admin. `staff-choice`: accounts with the name exist, but none is chosen. */
export const WaitingReason = z.enum([
  'no-examiner',
  'supervisor-other',
  'supervisor-account',
  'examiner-account',
  'staff-choice',
]);
export type WaitingReason = z.infer<typeof WaitingReason>;

/** Maximum number of listed groups per reason; totals include all groups. */
export const waitingGroupsNamed = 50;

export const findFigures = endpoint({
  method: 'GET',
  path: '/api/figures',
  summary: 'How many groups and users there are, and which groups wait for the admin, by reason',
  access: ['admin'],
  query: CohortQuery,
  reply: z.object({
    groups: z.int(),
    users: z.int().describe('of all cohorts'),
    waiting: z
      .array(
        z.object({
          reason: WaitingReason,
          total: z.int(),
          groups: z
            .array(z.object({ _id: z.string(), fypGroupName: z.string(), fypTitle: z.string() }))
            .max(waitingGroupsNamed)
            .describe('the first by name'),
        }),
      )
      .describe('only reasons for which there are groups'),
  }),
  problems: [],
});

/** An unsent email as admins see it, without its content, which may include marks. */
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

/** Maximum number of listed emails per state; totals include all emails. */
export const undeliveredLimit = 100;

/** Emails that may have arrived twice are counted for this many days. */
export const twiceDays = 30;

export const listUndeliveredEmails = endpoint({
  method: 'GET',
  path: '/api/auth/letters',
  summary: 'List emails that were refused, newest first, and those that are queued, oldest first',
  access: ['admin'],
  reply: z.object({
    failed: z.array(UndeliveredEmail),
    failedTotal: z.int(),
    waiting: z.array(UndeliveredEmail),
    waitingTotal: z.int(),
    twiceTotal: z
      .int()
      .describe(
        `queued in the last ${twiceDays} days, and possibly delivered twice because the mail server did not reply the first time`,
      ),
  }),
  problems: [],
});

export const sendEmailAgain = endpoint({
  method: 'POST',
  path: '/api/auth/letters/:emailId/send-again',
  summary: 'Try an email that was refused, or that is queued, again at once',
  access: ['admin'],
  audit: ['letter-sent-again'],
  params: z.object({ emailId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});

export const dismissEmail = endpoint({
  method: 'DELETE',
  path: '/api/auth/letters/:emailId',
  summary: 'Remove an email that was refused',
  access: ['admin'],
  audit: ['letter-dismissed'],
  params: z.object({ emailId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});

/** The id of a chosen account. Clients send whole groups back, so '', null and the stored id mean no new choice. */
const Chosen = z.union([Id, z.literal(''), z.null()], 'Choose an account from the list.');

/** An edited member. Other fields are milestones of the group's scheme, or fields that older clients send back. */
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
 * Returns the edited members with normalised phones and roll numbers, and an issue for each one that violates the
 * department's rules. Unchanged values are always valid.
 */
export function holdToRules<E extends IdentityEdit>(
  rules: GroupRules,
  edits: readonly E[],
  storedMembers: readonly (Identity & { _id: string })[],
): { edits: E[]; issues: z.core.$ZodIssue[] } {
  const fields = { roll: rollOf(rules), phone: phoneOf(rules) };
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

/** Returns the marks among the fields of edited members, without revisions: the group's version replaces them. */
export function marksOfEdits(
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
  summary: 'Choose the account of a member who could belong to more than one',
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
  summary: 'Change a group; what is left out stays, what the server makes (ids, links) is ignored',
  access: ['admin'],
  audit: ['group-changed', 'marks-saved', 'viva-saved'],
  // Room for feedback of 2000 characters on every milestone of each member.
  maxText: 1024 * 1024,
  params: z.object({ groupId: Id }),
  body: z.object({
    version: z.int().optional().describe('version as read; a stale one is rejected'),
    fypGroupName: nameLine('Group name', 60).optional(),
    program: listed('Program', 40).optional(),
    fypTitle: line('Project title', 200).optional(),
    fypCategory: listed('Category', 60).optional(),
    supervisor: nameLine('Supervisor', 100).optional(),
    externalExaminer: z
      .union([nameLine('External examiner', 100), z.literal(''), z.null()])
      .optional(),
    supervisorId: Chosen.optional().describe('chooses among accounts with the same name'),
    externalExaminerId: Chosen.optional(),
    fypGroupMembers: z.array(memberEdit).max(largestGroup, atMost(largestGroup)).optional(),
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
