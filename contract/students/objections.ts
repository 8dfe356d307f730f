import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/values/text.ts';

/** Number of days within which a person may object to being listed as a group member. */
export const objectionDays = 14;

const Token = z
  .string('The link is incomplete. Open it again from the email.')
  .regex(/^[\w-]{20,100}$/, 'The link is incomplete. Open it again from the email.');

export const objectToGroup = endpoint({
  method: 'POST',
  path: '/api/auth/object-to-group',
  summary: 'Object to membership of a group with the link in an email; notifies the office',
  access: 'public',
  audit: ['objection-made'],
  body: z.object({ token: Token }),
  reply: z.object({ message: z.string() }),
  problems: ['link-over', 'cohort-closed'],
});

export const settleObjection = endpoint({
  method: 'POST',
  path: '/api/auth/objections/:objectionId/settle',
  summary: 'Settle an objection',
  access: ['admin'],
  audit: ['objection-settled'],
  params: z.object({ objectionId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'cohort-closed'],
});
