import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './text.ts';

/** A letter that did not arrive, as an admin sees one: never what it says, which may be marks. */
export const UnsentLetter = z.object({
  _id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  fypGroupName: z.string().nullable(),
  attempts: z
    .int()
    .describe('how often it was tried; a fault of the mail server itself does not count'),
  lastError: z.string().nullable().describe('what the mail server said last'),
  queuedAt: z.iso.datetime(),
  failedAt: z.iso.datetime().nullable().describe('when it was given up; null while it is tried on'),
  nextAttemptAt: z.iso.datetime(),
});
export type UnsentLetter = z.infer<typeof UnsentLetter>;

/** So many of each are listed; the totals count them all. */
export const unsentLimit = 100;

export const listUnsentLetters = endpoint({
  method: 'GET',
  path: '/api/auth/letters',
  summary:
    'List letters that were given up, newest first, and those that wait for more than an hour',
  access: ['admin'],
  reply: z.object({
    failed: z.array(UnsentLetter),
    failedTotal: z.int(),
    waiting: z.array(UnsentLetter),
    waitingTotal: z.int(),
  }),
  problems: [],
});

export const sendLetterAgain = endpoint({
  method: 'POST',
  path: '/api/auth/letters/:letterId/send-again',
  summary: 'Try a letter that was given up, or that waits, again at once',
  access: ['admin'],
  audit: ['letter-sent-again'],
  params: z.object({ letterId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});

export const forgetLetter = endpoint({
  method: 'DELETE',
  path: '/api/auth/letters/:letterId',
  summary: 'Remove a letter that was given up',
  access: ['admin'],
  audit: ['letter-dismissed'],
  params: z.object({ letterId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});
