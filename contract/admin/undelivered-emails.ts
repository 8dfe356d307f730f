import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/values/text.ts';

export const UndeliveredEmail = z.object({
  _id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  fypGroupName: z.string().nullable(),
  attempts: z.int().describe('number of attempts; errors of the mail server itself do not count'),
  lastError: z
    .string()
    .nullable()
    .describe('last reply of the mail server, or why the email was withdrawn'),
  queuedAt: z.iso.datetime(),
  failedAt: z.iso
    .datetime()
    .nullable()
    .describe('when delivery was given up; null while it is retried'),
  nextAttemptAt: z.iso.datetime(),
  isUsual: z.boolean().describe('queued minutes ago and not refused: no action is needed'),
});
export type UndeliveredEmail = z.infer<typeof UndeliveredEmail>;

/** Maximum number of emails in each list. `failedTotal` and `waitingTotal` are not limited. */
export const maxUndeliveredEmails = 100;

/** Number of days to look back for emails that may have been delivered twice. */
export const duplicateEmailLookbackDays = 30;

export const listUndeliveredEmails = endpoint({
  method: 'GET',
  path: '/api/auth/letters',
  summary: 'List failed emails, newest first, and queued emails, oldest first',
  access: ['admin'],
  reply: z.object({
    failed: z.array(UndeliveredEmail),
    failedTotal: z.int(),
    waiting: z.array(UndeliveredEmail),
    waitingTotal: z.int(),
    twiceTotal: z
      .int()
      .describe(
        `queued in the last ${duplicateEmailLookbackDays} days, and possibly delivered twice because the mail server did not reply the first time`,
      ),
  }),
  problems: [],
});

export const sendEmailAgain = endpoint({
  method: 'POST',
  path: '/api/auth/letters/:emailId/send-again',
  summary: 'Retry a failed or queued email immediately',
  access: ['admin'],
  audit: ['letter-sent-again'],
  params: z.object({ emailId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});

/** Maximum number of failed emails that one request queues again. */
export const maxRetriedEmails = 1000;

export const sendFailedEmailsAgain = endpoint({
  method: 'POST',
  path: '/api/auth/letters/send-again',
  summary: `Retry the emails that have failed since a time, except those with one-use links; at most ${maxRetriedEmails}, oldest first`,
  access: ['admin'],
  audit: ['letters-sent-again'],
  body: z.object({ since: z.iso.datetime('Choose a date and time.').describe('in UTC') }),
  reply: z.object({ message: z.string(), count: z.int() }),
  problems: [],
});

export const dismissEmail = endpoint({
  method: 'DELETE',
  path: '/api/auth/letters/:emailId',
  summary: 'Dismiss a failed email',
  access: ['admin'],
  audit: ['letter-dismissed'],
  params: z.object({ emailId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found'],
});
