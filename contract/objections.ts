import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './values/text.ts';

/** Days in which a person who was named as a member may object. */
export const objectionDays = 14;

/** Secret token of a link, as created by `newToken`. */
const Token = z
  .string('The link is incomplete. Open it again from the email.')
  .regex(/^[\w-]{20,100}$/, 'The link is incomplete. Open it again from the email.');

export const objectToGroup = endpoint({
  method: 'POST',
  path: '/api/auth/object-to-group',
  summary: 'Say, by the link of an email, that one is not part of a group; the office is told',
  access: 'public',
  audit: ['objection-made'],
  body: z.object({ token: Token }),
  reply: z.object({ message: z.string() }),
  problems: ['link-over', 'cohort-closed'],
});

export const settleObjection = endpoint({
  method: 'POST',
  path: '/api/auth/objections/:objectionId/settle',
  summary: 'Take an objection off the list of what needs attention',
  access: ['admin'],
  audit: ['objection-settled'],
  params: z.object({ objectionId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'cohort-closed'],
});
