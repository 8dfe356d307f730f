import { z } from 'zod';
import { DocumentKind } from './documents.ts';
import { endpoint } from './endpoint.ts';

const Account = z.object({ _id: z.string(), name: z.string(), email: z.string() });

/** A name that groups give as supervisor or external examiner and that no faculty account carries. */
export const UnboundName = z.object({
  name: z.string(),
  groups: z.array(z.object({ _id: z.string(), fypGroupName: z.string() })),
  alike: z.array(Account).describe('faculty accounts whose name looks the same'),
});
export type UnboundName = z.infer<typeof UnboundName>;

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

export const findAttention = endpoint({
  method: 'GET',
  path: '/api/auth/attention',
  summary:
    'What waits for the office: names that grant nothing or look alike, files that rotted, a disk that fills up',
  access: ['admin'],
  reply: z.object({
    unboundNames: z.array(UnboundName),
    alikeAccounts: z
      .array(z.array(Account))
      .describe('faculty accounts whose names look the same and are not'),
    fileFaults: z.array(FileFault),
    storage: z
      .object({ isLow: z.boolean(), free: z.int(), watermark: z.int() })
      .describe('in bytes; while it is low no files are taken'),
  }),
  problems: [],
});
