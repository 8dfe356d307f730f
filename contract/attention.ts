import { z } from 'zod';
import { DocumentKind } from './documents.ts';
import { endpoint } from './endpoint.ts';

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

/** A member whose email is not the one of their account any more, so that the account does not open the group. */
export const LeftMember = z.object({
  memberId: z.string(),
  memberName: z.string(),
  memberEmail: z.string(),
  group: z.object({ _id: z.string(), fypGroupName: z.string(), version: z.int() }),
  account: Account,
});
export type LeftMember = z.infer<typeof LeftMember>;

/** A file that is not any more what was uploaded, as the scrub found it. */
export const FileFault = z.object({
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
export type FileFault = z.infer<typeof FileFault>;

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
    'What waits for the office: names that grant nothing or look alike, members whose account has another email, members who object to their group, files that rotted, a disk that fills up',
  access: ['admin'],
  reply: z.object({
    unboundNames: z.array(UnboundName),
    alikeAccounts: z
      .array(z.array(Account))
      .describe('faculty accounts whose names look the same and are not'),
    leftMembers: z.array(LeftMember),
    objections: z.array(Objection).describe('longest waiting first'),
    fileFaults: z.array(FileFault).describe('the newest 200'),
    storage: z
      .object({ isLow: z.boolean(), free: z.int(), watermark: z.int() })
      .describe('in bytes; while it is low no files are taken'),
  }),
  problems: [],
});
