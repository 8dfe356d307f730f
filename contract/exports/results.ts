import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/values/text.ts';

const noCode =
  'Enter the check code as it is printed: at least 16 of the digits 0 to 9 and letters a to f.';

/** The first 16 to 64 hexadecimal digits of a result sheet's SHA-256 hash. Ignores spaces and hyphens. */
const CheckCode = z
  .string(noCode)
  .max(200, { error: noCode, abort: true })
  .overwrite((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .regex(/^[0-9a-f]{16,64}$/, noCode);

export const maxResultSheets = 1000;

export const exportResultSheet = endpoint({
  method: 'GET',
  path: '/api/results/:groupId',
  summary:
    'Export a group’s marks as a PDF to sign, for all members or one; students get only their own',
  access: ['admin', 'faculty', 'student'],
  audit: ['list-exported'],
  params: z.object({ groupId: Id }),
  query: z.object({ member: Id.optional().describe('by _id; left out, all members') }),
  reply: z.unknown(),
  problems: ['not-found'],
});

export const exportResultSheets = endpoint({
  method: 'POST',
  path: '/api/results',
  summary: 'Export the result sheets of several groups as one PDF, in the requested order',
  access: ['admin', 'faculty'],
  audit: ['list-exported'],
  body: z.object({
    groupIds: z
      .array(Id)
      .min(1, 'Choose at least one group.')
      .max(maxResultSheets, `You can print up to ${maxResultSheets} groups at a time.`),
  }),
  maxText: 128 * 1024,
  reply: z.unknown(),
  problems: ['not-found'],
});

/** The content for which a check code stands, in the order of the printed sheet. */
const ResultSheetContent = z.object({
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  members: z.array(
    z.object({
      name: z.string(),
      roll: z.string(),
      until: z
        .string()
        .optional()
        .describe('only for a former member, such as “until 12 March 2027”'),
    }),
  ),
  rows: z
    .array(z.object({ kind: z.enum(['part', 'milestone', 'sum']), cells: z.array(z.string()) }))
    .describe('title, total and the marks of each member'),
});
export type ResultSheetContent = z.infer<typeof ResultSheetContent>;

export const checkResultSheet = endpoint({
  method: 'GET',
  path: '/api/results/:groupId/check',
  summary: 'Show the content for which the check code of a printed result sheet stands',
  access: ['admin', 'faculty'],
  params: z.object({ groupId: Id }),
  query: z.object({ code: CheckCode }),
  reply: z.object({
    matches: z
      .string()
      .nullable()
      .describe('name of the group or member on the sheet; null if no current sheet matches'),
    content: ResultSheetContent.nullable().describe(
      'to compare with the printed sheet, because a genuine code can be printed under other marks',
    ),
    changedAt: z.iso.datetime().describe('when marks, viva or group were last changed'),
  }),
  problems: ['not-found'],
});
