import type { FastifyReply } from 'fastify';
import {
  type EmailFilter,
  type EmailSummary,
  emailStates,
  type exportEmails as endpoint,
} from '#contract/messages/emails.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import type { Db } from '#server/db/tables.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import {
  createInstantColumn,
  createNumberColumn,
  createTextColumn,
} from '#server/http/sheets/sheet.ts';
import {
  selectEmails,
  selectOlderEmails,
  sortNewestFirst,
  toEmailWithState,
} from './find-emails.ts';

const rowsAtOnce = 500;

const columns = [
  createInstantColumn<EmailSummary>('Queued', ({ queuedAt }) => queuedAt),
  createTextColumn<EmailSummary>('State', ({ state }) => emailStates[state], 10),
  createTextColumn<EmailSummary>('To', ({ recipient }) => recipient, 30),
  createTextColumn<EmailSummary>('Subject', ({ subject }) => subject, 40),
  createTextColumn<EmailSummary>('Group', ({ fypGroupName }) => fypGroupName, 16),
  createNumberColumn<EmailSummary>('Attempts', ({ attempts }) => attempts, 8),
  createTextColumn<EmailSummary>('Mail server’s reply', ({ lastError }) => lastError, 40),
  createInstantColumn<EmailSummary>('Sent', ({ sentAt }) => sentAt),
  createInstantColumn<EmailSummary>('Failed', ({ failedAt }) => failedAt),
];

export function exportEmails(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { services, query } = call;
  const { format, ...filter } = query;
  return replyWithExport(call, {
    name: 'Emails',
    fileName: 'emails',
    format,
    filter,
    columns,
    rows: () => emailsInPortions(services.db, filter),
  });
}

/** Each batch starts after the last email of the previous one, so newly queued emails cannot shift the batches. */
async function* emailsInPortions(db: Db, filter: EmailFilter) {
  const newest = sortNewestFirst(selectEmails(db, filter), filter).limit(rowsAtOnce);
  let portion = newest;
  for (;;) {
    const rows = await portion.execute();
    yield rows.map(toEmailWithState);
    const last = rows.at(-1);
    if (!last) return;
    portion = selectOlderEmails(newest, filter, last);
  }
}
