import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { CohortCode } from './cohorts.ts';

export const DeadlineMove = z.object({
  deadlineId: z.string(),
  title: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
});
export type DeadlineMove = z.infer<typeof DeadlineMove>;

const Version = z.int32().min(1).describe('version of the deadlines');

export const findDeadlineMoves = endpoint({
  method: 'GET',
  path: '/api/settings/deadlines/moves',
  summary:
    'Get the due dates that were changed in the last week and not announced, and whom they affect',
  access: ['admin'],
  query: z.object({ cohort: CohortCode.optional() }),
  reply: z.object({
    version: Version,
    known: Version.describe('version that students and supervisors know'),
    moves: z.array(DeadlineMove),
    groups: z.int().describe('groups that have not submitted the files of a moved deadline'),
    extensions: z.int().describe('due dates of these groups that stay later than the new one'),
  }),
  problems: ['not-found'],
});
export type DeadlineMoves = z.infer<typeof findDeadlineMoves.reply>;

export const announceDeadlineMoves = endpoint({
  method: 'POST',
  path: '/api/settings/deadlines/moves',
  summary:
    'Notify students and supervisors of changed due dates, once per version of the deadlines',
  access: ['admin'],
  audit: ['deadlines-announced'],
  query: z.object({ cohort: CohortCode.optional() }),
  body: z.object({ version: Version }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});
