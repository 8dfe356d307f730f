import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/** Accepts any string, so that malformed tokens and unknown tokens result in the same reply. */
const UnsubscribeToken = z.object({ token: z.string().describe('token of an email’s header') });

export const findUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe/:token',
  summary: 'Get the kind of email that an unsubscribe link would disable; changes nothing',
  access: 'public',
  params: UnsubscribeToken,
  reply: z.object({ about: z.string().describe('topic of the emails') }),
  problems: ['not-found'],
});

const asPosted = 'Send List-Unsubscribe=One-Click.';

/** Authenticates by the token in the URL only: mail clients neither log in nor follow redirects (RFC 8058). */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/unsubscribe/:token',
  summary: 'Unsubscribe from the kind of email that contained this link',
  access: 'public',
  audit: 'nothing: it is a wish of one’s own',
  params: UnsubscribeToken,
  body: z.object({ 'List-Unsubscribe': z.literal('One-Click', asPosted) }, asPosted),
  files: {},
  isUrlencoded: true,
  maxText: 4096,
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});
