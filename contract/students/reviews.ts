import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { buildLineSchema, buildParagraphSchema, Id } from '#contract/values/text.ts';

const Reason = buildParagraphSchema('The reason', 2000).min(1, 'Enter a reason.');
const Mark = z.number();

/** A student's request to have a mark reviewed, with the decision. */
export const MarkReview = z.object({
  _id: z.string(),
  groupId: z.string(),
  fypGroupName: z.string(),
  memberName: z.string(),
  milestone: z.string(),
  title: z.string().describe('title of the milestone'),
  total: z.number().nullable().describe('null if the milestone is no longer in the scheme'),
  marksBefore: Mark.describe('mark that the student asked about'),
  marks: Mark.nullable().describe('current mark'),
  markedBy: z.string().describe('name of the person who saved the current mark'),
  reason: z.string(),
  requestedAt: z.iso.datetime(),
  decision: z.enum(['kept', 'changed']).nullable().describe('null if pending'),
  marksAfter: Mark.nullable().describe('mark after the decision'),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decisionReason: z.string().nullable(),
  mayDecide: z.boolean().describe('false for the person who saved the mark'),
});
export type MarkReview = z.infer<typeof MarkReview>;

/** A mark about which the student may request a review. */
export const ReviewableMark = z.object({
  milestone: z.string(),
  title: z.string(),
  total: z.number(),
  marks: Mark,
  until: z.iso.datetime().describe('end of the time for a request'),
});
export type ReviewableMark = z.infer<typeof ReviewableMark>;

const params = z.object({ groupId: Id });

export const listOwnReviews = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/reviews',
  summary: 'List the caller’s marks that can be reviewed, and their requests for reviews',
  access: ['student'],
  params,
  reply: z.object({
    reviewable: z.array(ReviewableMark).describe('in the order of the marking scheme'),
    reviews: z.array(MarkReview).describe('newest first'),
  }),
  problems: ['not-found'],
});

export const requestReview = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/reviews',
  summary: 'Request a review of one of the caller’s marks, once for each milestone',
  access: ['student'],
  audit: ['review-requested'],
  params,
  body: z.object({
    milestone: buildLineSchema('Milestone', 40),
    marks: Mark.describe('the mark as the student saw it; another current mark is refused'),
    reason: Reason.describe('read by admins'),
  }),
  status: 201,
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'unconfirmed', 'stale-version', 'cohort-closed'],
});

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/reviews',
  summary: 'List the pending requests for reviews of marks in open cohorts, oldest first',
  access: ['admin'],
  reply: z.object({ reviews: z.array(MarkReview) }),
  problems: [],
});

export const decideReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:reviewId/decision',
  summary: 'Keep or change a reviewed mark, and email the decision to the student',
  access: ['admin'],
  audit: ['review-decided', 'marks-saved'],
  params: z.object({ reviewId: Id }),
  body: z.object({
    decision: z.enum(['kept', 'changed'], 'Keep or change the mark.'),
    seenMarks: Mark.nullable().describe('current mark as the admin saw it; another one is refused'),
    marks: Mark.optional().describe('new mark, required if it changes'),
    reason: Reason.describe('part of the email to the student'),
  }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'stale-version', 'cohort-closed'],
});
