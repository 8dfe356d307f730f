import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { roles } from './values/roles.ts';
import { Id } from './values/text.ts';

/** Subjects of the entries of a group's history, with the labels of the filter. */
export const historyKinds = {
  files: 'Files',
  marks: 'Marks and feedback',
  dates: 'Deadlines and extensions',
  certificates: 'Certificates',
  viva: 'Viva',
  group: 'Group and members',
  discussion: 'Discussion',
  meetings: 'Meetings',
} as const;
export type HistoryKind = keyof typeof historyKinds;
const HistoryKind = z.enum(Object.keys(historyKinds) as HistoryKind[]);

/** An entry of a group's history. */
export const GroupHistoryEntry = z.object({
  kind: HistoryKind,
  changedAt: z.iso.datetime(),
  changedBy: z.string().nullable().describe('null for the portal itself'),
  memberName: z.string().nullable(),
  part: z
    .string()
    .describe(
      'a milestone key, or "viva", "group", "member", "people", "document", "check", "file-time", "certificate", "extension", "reminder", "message", "meeting" or "similarity"',
    ),
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type GroupHistoryEntry = z.infer<typeof GroupHistoryEntry>;

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/auth/history/:groupId',
  summary: 'List what happened in a group, newest first; `before` returns the next page',
  access: roles,
  params: z.object({ groupId: Id }),
  query: z.object({
    before: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \d{1,4}$/, 'This page does not exist.')
      .optional()
      .describe('value of `older` in the last reply'),
    kind: HistoryKind.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    changes: z.array(GroupHistoryEntry),
    older: z.string().nullable().describe('value of `before` for the next page; null at the end'),
  }),
  problems: ['not-found'],
});
