import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './values/text.ts';

/** How long somebody who was named in a group may say that they are not part of it. */
export const objectionDays = 14;

/** The secret of a link, as `newToken` makes them. */
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
