import { z } from 'zod';
import { DocumentInfo } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { SheetFormat } from './exports/sheets.ts';
import { CohortQuery } from './settings/cohorts.ts';
import { buildLineSchema, buildParagraphSchema, Email, Id, ListQuery } from './values/text.ts';

export const vivaStatuses = ['pass', 'fail', 'reschedule'] as const;
const noOutcome = z.literal('pending').transform(() => '' as const);
/** Outcome of a viva. '' and null mean that there is no outcome yet. Requests may also send "pending" for ''. */
export const VivaStatus = z.union([z.enum(vivaStatuses), z.literal(''), z.null(), noOutcome], {
  error: 'The viva’s status is pass, fail, reschedule or pending.',
});
export type VivaStatus = z.infer<typeof VivaStatus>;
const noDate = 'The viva’s date must be a calendar date such as 2027-05-22.';
/** A date (YYYY-MM-DD) in the years 1000 to 2999, which SQLite and PostgreSQL support. '' and null clear it. */
export const VivaDate = z.union(
  [z.iso.date(noDate).regex(/^[12]/, noDate), z.literal(''), z.null()],
  noDate,
);

export const maxFeedbackLength = 2000;
export const Feedback = buildParagraphSchema('Feedback', maxFeedbackLength);

/** A member's marks for a milestone. Null means not marked; pages then show 0 and "No feedback" (spec 9). */
export const MarkEntry = z.object({
  marks: z.number().nullable(),
  feedback: z.string().nullable(),
  revision: z.int().describe('increases with each change; send it back with a save'),
});
export type MarkEntry = z.infer<typeof MarkEntry>;

/** Fields of a member that other members of the group may see. */
export const PublicMember = z.object({
  _id: z.string(),
  name: z.string(),
  roll: z.string(),
  email: z.string(),
  phone: z.string(),
});
export type PublicMember = z.infer<typeof PublicMember>;

/** All fields of a member, as returned to the member, the group's staff and admins. */
export const FullMember = PublicMember.extend({
  fathername: z.string(),
  feeProofPath: z.string().nullable(),
  certificatePath: z.string().nullable(),
})
  // All other fields are marks, keyed by the milestones of the group's marking scheme (spec 3).
  .catchall(MarkEntry);
export type FullMember = z.infer<typeof FullMember>;

const GroupBase = z.object({
  _id: z.string(),
  cohortId: z.string().nullable().describe('cohort whose marking scheme and deadlines apply'),
  fypGroupName: z.string(),
  program: z.string(),
  fypTitle: z.string(),
  fypCategory: z.string(),
  supervisor: z.string(),
  externalExaminer: z.string().nullable(),
  proposalUrl: z.string().nullable(),
  thesisUrl: z.string().nullable(),
  similarityReportUrl: z.string().nullable(),
  projectCodeUrl: z.string().nullable(),
  externalVivaDetails: z.object({
    vivaDate: z.string().nullable(),
    vivaStatus: z.enum(vivaStatuses).nullable(),
    vivaFeedback: z.string().nullable(),
    revision: z.int(),
  }),
  documents: z
    .array(DocumentInfo)
    .describe('the newest versions of each file that the caller may open, newest first'),
  createdAt: z.iso.datetime(),
});

export const OwnGroup = GroupBase.extend({ fypGroupMembers: z.array(PublicMember) });
export type OwnGroup = z.infer<typeof OwnGroup>;

export const FullGroup = GroupBase.extend({
  fypGroupMembers: z.array(FullMember),
  supervisorId: z
    .string()
    .nullable()
    .describe('the account that the name is bound to; null: none yet'),
  externalExaminerId: z.string().nullable(),
  claimedMemberIds: z
    .array(z.string())
    .describe('members with an account; their email equals that of the account'),
  version: z.int().describe('increases with every change; send it back with an update'),
  changedAt: z.iso.datetime(),
  changedBy: z.string().nullable(),
  deletedAt: z.iso.datetime().nullable(),
});
export type FullGroup = z.infer<typeof FullGroup>;

export const findGroup = endpoint({
  method: 'GET',
  path: '/api/auth/group/:email',
  summary: 'Get the group of a student; `member` contains their own marks',
  access: ['admin', 'faculty', 'student'],
  params: z.object({ email: Email }),
  query: CohortQuery,
  reply: z.object({
    group: z.union([FullGroup, OwnGroup]),
    member: FullMember,
    message: z.string(),
  }),
  problems: ['no-group', 'not-found', 'unconfirmed'],
});

export const getGroup = endpoint({
  method: 'GET',
  path: '/api/groups/by-name/:name',
  summary: 'Get a group by name; members get only the public fields of other members',
  access: ['admin', 'faculty', 'student'],
  params: z.object({ name: buildLineSchema('The name', 60) }),
  reply: z.object({ group: z.union([FullGroup, OwnGroup]) }),
  problems: ['not-found'],
});

export const readGroup = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId',
  summary: 'Get a group by id, which does not change with the name',
  access: ['admin'],
  params: z.object({ groupId: Id }),
  reply: z.object({ group: FullGroup }),
  problems: ['not-found'],
});

export const listAssignedGroups = endpoint({
  method: 'GET',
  path: '/api/auth/teacher-assigned-groups',
  summary: 'List the groups that the caller supervises or examines; admins get all groups',
  access: ['admin', 'faculty'],
  query: CohortQuery,
  reply: z.object({ allGroups: z.array(FullGroup) }),
  problems: [],
});

const GroupQuery = ListQuery.extend({ bin: z.literal('true').optional(), ...CohortQuery.shape });

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/auth/getgroups',
  summary: 'List groups by name, all or a page; with `bin`, the deleted ones',
  access: ['admin'],
  query: GroupQuery,
  reply: z.object({ groups: z.array(FullGroup), total: z.int() }),
  problems: [],
});

export const exportGroups = endpoint({
  method: 'GET',
  path: '/api/auth/getgroups/export',
  summary: 'Export the groups as a spreadsheet with one row per member, including marks',
  access: ['admin'],
  audit: ['list-exported'],
  query: GroupQuery.pick({ q: true, bin: true, cohort: true }).extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: ['not-found'],
});

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/auth/delete/:groupId',
  summary: 'Move a group to the bin; marks and files are kept',
  access: ['admin'],
  audit: ['group-deleted'],
  params: z.object({ groupId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'cohort-closed'],
});

export const restoreGroup = endpoint({
  method: 'POST',
  path: '/api/auth/restore/:groupId',
  summary: 'Restore a group from the bin',
  access: ['admin'],
  audit: ['group-restored'],
  params: z.object({ groupId: Id }),
  reply: z.object({ message: z.string(), group: FullGroup }),
  problems: ['not-found', 'already-in-group', 'name-taken', 'cohort-closed'],
});

/** An entry of a group's history. Entries are never changed or deleted. */
export const GroupHistoryEntry = z.object({
  _id: z.string(),
  changedAt: z.iso.datetime(),
  changedBy: z.string(),
  memberName: z.string().nullable(),
  part: z.string().describe('a milestone key, "viva", "group", "member" or "document"'),
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type GroupHistoryEntry = z.infer<typeof GroupHistoryEntry>;

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/auth/history/:groupId',
  summary: 'List the changes to a group, newest first; `before` returns the next page',
  access: ['admin'],
  params: z.object({ groupId: Id }),
  query: z.object({
    before: z.coerce
      .number()
      .int()
      .min(0)
      // Maximum of a 32-bit integer, the type of the column in PostgreSQL.
      .max(2_147_483_647)
      .optional()
      .describe('value of `older` in the last reply'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    changes: z.array(GroupHistoryEntry),
    older: z.int().nullable().describe('value of `before` for the next page; null at the end'),
  }),
  problems: ['not-found'],
});
