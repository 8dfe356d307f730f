import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

const Account = z.object({ _id: z.string(), name: z.string(), email: z.string() });

/** A supervisor's or examiner's name that is linked to no active account, and the groups that contain the name. */
export const UnlinkedStaffName = z.object({
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
export type UnlinkedStaffName = z.infer<typeof UnlinkedStaffName>;

/** A group member whose account is unclear. No account has access until an admin chooses one or corrects the email. */
export const AmbiguousMember = z.object({
  memberId: z.string(),
  memberName: z.string(),
  memberEmail: z.string(),
  group: z.object({ _id: z.string(), fypGroupName: z.string() }),
  accounts: z
    .array(Account)
    .describe('student accounts that have or had this email address, by name'),
  staff: z
    .array(Account)
    .describe('staff accounts that have or had this email address, which cannot be chosen'),
});
export type AmbiguousMember = z.infer<typeof AmbiguousMember>;

/** Two roles of one person in a group. */
export const RoleConflict = z.object({
  group: z.object({ _id: z.string(), fypGroupName: z.string() }),
  message: z.string().describe('the two roles in words, with what to do'),
});
export type RoleConflict = z.infer<typeof RoleConflict>;

/** Set if BACKUP_TO is set and the last verified backup is older than two days. */
export const OverdueBackup = z.object({
  since: z.iso
    .datetime()
    .describe('time of the last verified backup, or else of the first attempt'),
  failure: z.string().nullable().describe('why the last attempt failed, and what to do'),
});
export type OverdueBackup = z.infer<typeof OverdueBackup>;

/** `same-disk`: a disk failure would destroy data and backups. `last-missing`: the last archive is not in the folder. */
export const BackupPlaceFault = z.enum(['same-disk', 'last-missing']);
export type BackupPlaceFault = z.infer<typeof BackupPlaceFault>;

export const DamagedFile = z.object({
  documentId: z.string(),
  label: z.string().describe('title of the kind of file'),
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
export const MembershipObjection = z.object({
  _id: z.string(),
  groupId: z.string(),
  fypGroupName: z.string(),
  memberName: z.string(),
  email: z.string(),
  objectedAt: z.iso.datetime(),
});
export type MembershipObjection = z.infer<typeof MembershipObjection>;

/** Set if the mail server has taken no email for 15 minutes although some wait. */
export const EmailDelay = z.object({
  waiting: z.int(),
  since: z.iso.datetime().describe('when the oldest waiting email was queued'),
  lastError: z.string().describe('last reply of the mail server to one of them'),
});
export type EmailDelay = z.infer<typeof EmailDelay>;

/** Stored times in the future: the server's clock is behind now, or was ahead before. */
export const ClockFault = z.object({
  now: z.iso.datetime().describe('the server’s clock'),
  newestAt: z.iso.datetime().describe('the newest stored time'),
  files: z
    .array(
      z.object({
        documentId: z.string(),
        label: z.string().describe('title of the kind of file'),
        version: z.int(),
        name: z.string(),
        groupName: z.string(),
      }),
    )
    .describe('versions that were uploaded or submitted in the future; at most 50, by group'),
});
export type ClockFault = z.infer<typeof ClockFault>;

export const findAttention = endpoint({
  method: 'GET',
  path: '/api/auth/attention',
  summary:
    'List problems for the office to solve: names without an account, confusable names, ambiguous members, people with two roles in a group, objections, damaged files, low disk space, a wrong clock, and an invalid logo',
  access: ['admin'],
  reply: z.object({
    unboundNames: z.array(UnlinkedStaffName),
    alikeAccounts: z
      .array(z.array(Account))
      .describe('groups of faculty accounts with confusable names'),
    contestedMembers: z.array(AmbiguousMember),
    roleConflicts: z
      .array(RoleConflict)
      .describe('members who are staff of their group, which is no longer accepted; open cohorts'),
    supervisingExaminers: z
      .array(RoleConflict)
      .describe('supervisors who are also external examiners of their group; open cohorts'),
    objections: z.array(MembershipObjection).describe('longest waiting first'),
    fileFaults: z.array(DamagedFile).describe('the newest 200'),
    storage: z
      .object({ isLow: z.boolean(), free: z.int(), watermark: z.int() })
      .describe('in bytes; uploads are rejected while it is low'),
    overdueBackup: OverdueBackup.nullable(),
    backupPlaceFault: BackupPlaceFault.nullable(),
    emailDelay: EmailDelay.nullable(),
    clockFault: ClockFault.nullable(),
    logoFault: z
      .string()
      .nullable()
      .describe('why the stored logo cannot be decoded; null if it is valid or missing'),
  }),
  problems: [],
});
