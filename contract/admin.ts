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

/** A name that groups give as supervisor or external examiner and that opens them to nobody. */
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
    .describe('faculty accounts of this very name; of several an admin chooses'),
  alike: z.array(Account).describe('faculty accounts whose name only looks the same'),
});
export type UnboundName = z.infer<typeof UnboundName>;

/** A member who could belong to more than one account: the group opens to none of them until an admin chooses. */
export const ContestedMember = z.object({
  memberId: z.string(),
  memberName: z.string(),
  memberEmail: z.string(),
  group: z.object({ _id: z.string(), fypGroupName: z.string() }),
  accounts: z.array(Account).describe('that have or had this address, by name'),
});
export type ContestedMember = z.infer<typeof ContestedMember>;

/** Somebody who has two roles in one group, from before this was refused. */
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
  memberName: z.string().nullable().describe('whose fee proof or certificate it is'),
  userName: z.string().nullable().describe('whose CV it is'),
  fault: z.enum(['missing', 'altered']),
  foundAt: z.iso.datetime(),
});
export type DamagedFile = z.infer<typeof DamagedFile>;

/** Somebody whom a group names and who says, by the link of an email, that they are not part of it. */
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
      .describe('faculty accounts whose names look the same and are not'),
    contestedMembers: z.array(ContestedMember),
    roleConflicts: z.array(RoleConflict).describe('in open cohorts, by group'),
    objections: z.array(Objection).describe('longest waiting first'),
    fileFaults: z.array(DamagedFile).describe('the newest 200'),
    storage: z
      .object({ isLow: z.boolean(), free: z.int(), watermark: z.int() })
      .nullable()
      .describe('in bytes; while it is low no files are taken; null where no limit is known'),
    logoFault: z
      .string()
      .nullable()
      .describe('why the stored logo cannot be decoded; null for a sound one and for none'),
  }),
  problems: [],
});

/** Why a group waits for the admin; `staff-choice`: accounts carry the name, but none is chosen. */
export const WaitingReason = z.enum([
  'no-examiner',
  'supervisor-other',
  'supervisor-account',
  'examiner-account',
  'staff-choice',
]);
export type WaitingReason = z.infer<typeof WaitingReason>;

/** So many groups of each reason are named; the count is of all. */
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

/** An email that is not sent, as an admin sees one: never what it says, which may be marks. */
export const UndeliveredEmail = z.object({
  _id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  fypGroupName: z.string().nullable(),
  attempts: z
    .int()
    .describe('how often it was tried; an error of the mail server itself does not count'),
  lastError: z
    .string()
    .nullable()
    .describe('what the mail server said last, or why the email was withdrawn'),
  queuedAt: z.iso.datetime(),
  failedAt: z.iso.datetime().nullable().describe('when it was given up; null while it is tried on'),
  nextAttemptAt: z.iso.datetime(),
  isUsual: z.boolean().describe('queued minutes ago and not refused: nothing is wrong'),
});
export type UndeliveredEmail = z.infer<typeof UndeliveredEmail>;

/** So many of each are listed; the totals count them all. */
export const undeliveredLimit = 100;

/** How far back emails that may have arrived twice are counted. */
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
        `queued in the last ${twiceDays} days, and maybe taken twice by the mail server, which never replied the first time`,
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

/** An account that an admin chooses; '', null and the one that stands are no choice, for whole groups are sent back. */
const Chosen = z.union([Id, z.literal(''), z.null()], 'Choose an account from the list.');

/** The other fields are the milestones of the group's scheme, and what older clients send back with them. */
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
 * Edited members with phones as they are stored, and an error for each phone or roll that the department does not take.
 * One that stands already may stay.
 */
export function holdToRules<E extends IdentityEdit>(
  rules: GroupRules,
  edits: readonly E[],
  standing: readonly (Identity & { _id: string })[],
): { edits: E[]; issues: z.core.$ZodIssue[] } {
  const fields = { roll: rollOf(rules), phone: phoneOf(rules) };
  const issues: z.core.$ZodIssue[] = [];
  const held = edits.map((edit, index) => {
    const before = standing.find(({ _id }) => _id === edit._id);
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
  return { edits: held, issues };
}

/** The milestones among the fields of edited members; the group's version stands for their revisions. */
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
  // The whole group, with feedback of 2000 characters for every milestone of each member.
  maxText: 1024 * 1024,
  params: z.object({ groupId: Id }),
  body: z.object({
    version: z.int().optional().describe('as it was read; a stale one is refused'),
    fypGroupName: nameLine('Group name', 60).optional(),
    program: listed('Program', 40).optional(),
    fypTitle: line('Project title', 200).optional(),
    fypCategory: listed('Category', 60).optional(),
    supervisor: nameLine('Supervisor', 100).optional(),
    externalExaminer: z
      .union([nameLine('External examiner', 100), z.literal(''), z.null()])
      .optional(),
    supervisorId: Chosen.optional().describe('chooses among accounts of one name'),
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
