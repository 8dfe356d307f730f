import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hasAtMostTwoDecimals, SimilarityLimits } from './rules/scheme.ts';
import { similarityActions, similarityEvents, similarityStates } from './rules/similarity.ts';
import { buildParagraphSchema, Id } from './values/text.ts';

const percentRule = 'Enter a percentage from 0 to 100 with at most two decimals.';
const Percentage = z
  .number(percentRule)
  .min(0, percentRule)
  .max(100, percentRule)
  .refine(hasAtMostTwoDecimals, percentRule);

export const SimilarityFigures = z.object({
  overall: Percentage.describe('overall similarity in percent'),
  singleSource: Percentage.describe('highest similarity with a single source in percent'),
});

/** A single source is a part of the overall similarity. */
const hasPlausibleFigures = ({ overall, singleSource }: z.infer<typeof SimilarityFigures>) =>
  singleSource <= overall;
const implausible = {
  path: ['singleSource'],
  error: 'A single source can’t exceed the overall similarity. Compare both with the report.',
};

const Revision = z.int().min(0).describe('of the figures as read; 0: none yet');
const Reason = buildParagraphSchema('The reason', 1000);
export const RequiredReason = Reason.min(1, 'Enter a reason. The group sees it.');

const SimilarityEntry = SimilarityFigures.extend({
  event: z.enum(similarityEvents),
  by: z.string(),
  at: z.iso.datetime(),
  reason: z.string().nullable(),
  reportVersion: z.int(),
});
export type SimilarityEntry = z.infer<typeof SimilarityEntry>;

export const Similarity = z.object({
  state: z.enum(similarityStates),
  limits: SimilarityLimits,
  report: z
    .object({ documentId: z.string(), version: z.int() })
    .nullable()
    .describe('the newest similarity report'),
  thesisSha256: z.string().nullable().describe('of the newest thesis'),
  revision: z.int().describe('increases with each entry; send it back with the next one'),
  entries: z.array(SimilarityEntry).describe('the newest first; the first one applies'),
  actions: z.array(z.enum(similarityActions)).describe('what the caller may do'),
});
export type Similarity = z.infer<typeof Similarity>;

const params = z.object({ groupId: Id });
const Saved = z.object({ message: z.string(), similarity: Similarity });
const problems = ['not-found', 'stale-version', 'cohort-closed'] as const;

export const getSimilarity = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/similarity',
  summary: 'Get the similarity of a group’s thesis, if the marking scheme has limits for it',
  access: ['admin', 'faculty', 'student'],
  params,
  reply: z.object({
    similarity: Similarity.nullable().describe('null: the marking scheme has no limits'),
  }),
  problems: ['not-found'],
});

export const enterSimilarity = endpoint({
  method: 'PUT',
  path: '/api/groups/:groupId/similarity',
  summary: 'Enter the figures of the newest similarity report, as a member of the group',
  access: ['student'],
  audit: ['similarity-entered'],
  params,
  body: SimilarityFigures.extend({
    revision: Revision,
    thesisSha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Reload the page.')
      .describe('of the thesis that the report is about'),
    reportVersion: z.int().min(1),
  }).refine(hasPlausibleFigures, implausible),
  reply: Saved,
  problems,
});

export const confirmSimilarity = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/similarity/confirmation',
  summary: 'Confirm the entered figures, or correct them with a reason',
  access: ['admin', 'faculty'],
  audit: ['similarity-confirmed', 'similarity-corrected'],
  params,
  body: SimilarityFigures.extend({
    revision: Revision,
    reason: Reason.default('').describe('required if the figures differ from those entered'),
  }).refine(hasPlausibleFigures, implausible),
  reply: Saved,
  problems,
});

export const decideSimilarity = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/similarity/decision',
  summary: 'Accept or return a thesis whose confirmed figures reach a limit, with a reason',
  access: ['admin', 'faculty'],
  audit: ['similarity-accepted', 'similarity-returned'],
  params,
  body: z.object({
    revision: Revision,
    decision: z.enum(['accepted', 'returned'], 'Accept or return the thesis.'),
    reason: RequiredReason,
  }),
  reply: Saved,
  problems,
});
