import { z } from 'zod';
import { UndeliveredEmail } from '#contract/admin/undelivered-emails.ts';
import { endpoint } from '#contract/endpoint.ts';
import { SheetFormat } from '#contract/exports/sheets.ts';
import { Id, ListQuery } from '#contract/values/text.ts';

export const emailStates = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  withdrawn: 'Withdrawn',
} as const;
export type EmailState = keyof typeof emailStates;
const EmailState = z.enum(Object.keys(emailStates) as EmailState[], {
  error: 'An email is queued, sent, failed or withdrawn.',
});

export const EmailSummary = UndeliveredEmail.omit({ isUsual: true }).extend({
  state: EmailState.describe(
    'failed: permanently rejected or given up; withdrawn: not sent, because the recipient lost access',
  ),
  sentAt: z.iso.datetime().nullable(),
});
export type EmailSummary = z.infer<typeof EmailSummary>;

export const EmailDetails = EmailSummary.extend({
  replyTo: z.string().nullable().describe('null: the office'),
  carriesLink: z
    .boolean()
    .describe('true if it contains a personal link; its bodies are then hidden'),
  text: z.string().nullable(),
  html: z.string().nullable(),
});
export type EmailDetails = z.infer<typeof EmailDetails>;

/** Filters emails by state and search terms. Each term must occur in the recipient, subject or group. */
export const EmailFilter = z.object({ q: ListQuery.shape.q, state: EmailState.optional() });
export type EmailFilter = z.infer<typeof EmailFilter>;

export const listEmails = endpoint({
  method: 'GET',
  path: '/api/auth/emails',
  summary: 'Search all emails, newest first',
  access: ['admin'],
  query: EmailFilter.extend({
    page: ListQuery.shape.page,
    limit: ListQuery.shape.limit.unwrap().default(25),
  }),
  reply: z.object({ emails: z.array(EmailSummary), total: z.int() }),
  problems: [],
});

export const exportEmails = endpoint({
  method: 'GET',
  path: '/api/auth/emails/export',
  summary: 'Export the list of emails as a spreadsheet, newest first, without their bodies',
  access: ['admin'],
  audit: ['list-exported'],
  query: EmailFilter.extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: [],
});

export const getEmail = endpoint({
  method: 'GET',
  path: '/api/auth/emails/:emailId',
  summary: 'Get an email; its bodies are omitted if they contain a personal link',
  access: ['admin'],
  params: z.object({ emailId: Id }),
  reply: z.object({ email: EmailDetails }),
  problems: ['not-found'],
});
