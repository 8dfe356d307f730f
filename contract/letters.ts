import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './text.ts';

/** An email that is not sent, as an admin sees one: never what it says, which may be marks. */
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
  isUsual: z.boolean().describe('queued minutes ago and not refused: nothing is wrong'),
});
export type UnsentLetter = z.infer<typeof UnsentLetter>;

/** So many of each are listed; the totals count them all. */
export const unsentLimit = 100;

/** How far back emails that may have arrived twice are counted. */
export const twiceDays = 30;

export const listUnsentLetters = endpoint({
  method: 'GET',
  path: '/api/auth/letters',
  summary: 'List emails that were refused, newest first, and those that are queued, oldest first',
  access: ['admin'],
  reply: z.object({
    failed: z.array(UnsentLetter),
    failedTotal: z.int(),
    waiting: z.array(UnsentLetter),
    waitingTotal: z.int(),
    twiceTotal: z
      .int()
      .describe(
        `queued in the last ${twiceDays} days, and maybe taken twice by the mail server, which never answered the first time`,
      ),
  }),
  problems: [],
});

export const sendLetterAgain = endpoint({
  method: 'POST',
  path: '/api/auth/letters/:letterId/send-again',
  summary: 'Try an email that was refused, or that is queued, again at once',
  access: ['admin'],
  audit: ['letter-sent-again'],
  params: z.object({ letterId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});

export const forgetLetter = endpoint({
  method: 'DELETE',
  path: '/api/auth/letters/:letterId',
  summary: 'Remove an email that was refused',
  access: ['admin'],
  audit: ['letter-dismissed'],
  params: z.object({ letterId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});

/** An email about marks, as whoever may see the group watches it: never what it says. */
export const GroupEmail = z.object({
  _id: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(['queued', 'sent', 'refused']),
  reason: z.string().nullable().describe('why it was refused, in the mail server’s words'),
  queuedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  refusedAt: z.iso.datetime().nullable(),
});
export type GroupEmail = z.infer<typeof GroupEmail>;

/** So many of a group's emails are listed. */
export const groupEmailLimit = 30;

export const listGroupEmails = endpoint({
  method: 'GET',
  path: '/api/auth/emails/group/:groupId',
  summary: 'What became of the newest emails about a group’s marks',
  access: ['admin', 'faculty'],
  params: z.object({ groupId: Id }),
  reply: z.object({
    emails: z.array(GroupEmail).describe(`the newest ${groupEmailLimit}, newest first`),
    lastSent: z.array(z.object({ memberId: z.string(), at: z.iso.datetime() })),
  }),
  problems: ['not-found'],
});
