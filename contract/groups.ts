import { z } from 'zod';
import { DocumentInfo } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { SheetFormat } from './exports/sheets.ts';
import { CohortQuery } from './settings/cohorts.ts';
import {
  buildLineSchema,
  buildParagraphSchema,
  buildShortTextSchema,
  Email,
  Id,
  ListQuery,
} from './values/text.ts';

export const vivaStatuses = ['pass', 'fail', 'reschedule'] as const;
const noStatus = 'The viva’s status must be pass, fail, reschedule or pending.';
/** Outcome of a viva, in any letter case. '', null and "pending" mean that there is no outcome yet. */
export const VivaStatus = z
  .string(noStatus)
  .trim()
  .toLowerCase()
  .transform((status) => (status === 'pending' ? '' : status))
  .pipe(z.enum([...vivaStatuses, ''], noStatus))
  .nullable();
export type VivaStatus = z.infer<typeof VivaStatus>;
const noDate = 'The viva’s date must be a calendar date such as 2027-05-22.';
const timeOfDay = /(?<=^\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;
/**
 * A date (YYYY-MM-DD) in the years 1000 to 2999, which SQLite and PostgreSQL support. A time after the date is dropped.
 * '' and null clear it.
 */
export const VivaDate = buildShortTextSchema(noDate, 10, noDate)
  .trim()
  .overwrite((date) => date.replace(timeOfDay, ''))
  .refine(
    (date) => date === '' || (/^[12]/.test(date) && z.iso.date().safeParse(date).success),
    noDate,
  )
  .nullable();

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

/** Fields of a former member that the remaining members may see. */
export const PublicFormerMember = PublicMember.pick({ _id: true, name: true, roll: true }).extend({
  leftOn: z.iso.date().describe('the date until which they belonged to the group'),
});
export type PublicFormerMember = z.infer<typeof PublicFormerMember>;

/** A person who left the group or moved to another, as returned to the group's staff and admins. */
export const FormerMember = PublicFormerMember.extend({
  reason: z.string(),
  movedTo: z.string().nullable().describe('name of the group to which they moved'),
  member: FullMember.nullable().describe('with their marks; null if these moved with them'),
});
export type FormerMember = z.infer<typeof FormerMember>;

/** Result of a viva that a later one replaced. */
export const EarlierViva = z.object({
  vivaDate: z.string().nullable(),
  vivaStatus: z.enum(vivaStatuses),
  vivaFeedback: z.string().nullable(),
  recordedAt: z.iso.datetime(),
  recordedBy: z.string(),
});
export type EarlierViva = z.infer<typeof EarlierViva>;

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
  earlierVivas: z.array(EarlierViva).describe('replaced results, the oldest first'),
  documents: z
    .array(DocumentInfo)
    .describe('the newest versions of each file that the caller may open, newest first'),
  createdAt: z.iso.datetime(),
});

const formerMembersNote = 'omitted if nobody has left the group';

export const OwnGroup = GroupBase.extend({
  fypGroupMembers: z.array(PublicMember),
  formerMembers: z.array(PublicFormerMember).optional().describe(formerMembersNote),
});
export type OwnGroup = z.infer<typeof OwnGroup>;

export const FullGroup = GroupBase.extend({
  fypGroupMembers: z.array(FullMember),
  formerMembers: z.array(FormerMember).optional().describe(formerMembersNote),
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

/** How to reach a person of a group's staff who has an account. */
export const StaffContact = z.object({
  role: z.enum(['supervisor', 'externalExaminer']),
  name: z.string(),
  email: z.string(),
  officeHours: z.array(z.object({ weekday: z.int(), starts: z.string(), ends: z.string() })),
});
export type StaffContact = z.infer<typeof StaffContact>;

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
    staff: z
      .array(StaffContact)
      .optional()
      .describe('for students: their supervisor, if they have an account'),
    hasLeftGroups: z
      .literal(true)
      .optional()
      .describe('set for a student who has left another group and kept marks there'),
    hasReviews: z
      .literal(true)
      .optional()
      .describe('set for a student who may request reviews of marks'),
    hasAskedToLeave: z
      .literal(true)
      .optional()
      .describe('set for a student with a pending or refused request to leave the group'),
  }),
  problems: ['no-group', 'not-found', 'unconfirmed'],
});

export const getGroup = endpoint({
  method: 'GET',
  path: '/api/groups/by-name/:name',
  summary: 'Get a group by name; members get only the public fields of other members',
  access: ['admin', 'faculty', 'student'],
  params: z.object({ name: buildLineSchema('The name', 60) }),
  reply: z.object({
    group: z.union([FullGroup, OwnGroup]),
    staff: z
      .array(StaffContact)
      .describe('those with an account; students do not get the external examiner'),
  }),
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
