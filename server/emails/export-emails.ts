import type { FastifyReply } from 'fastify';
import {
  type EmailFilter,
  emailStates,
  type exportEmails as endpoint,
  type ListedEmail,
} from '#contract/emails.ts';
import { sendExport } from '#server/audit/send-export.ts';
import type { Db } from '#server/db/tables.ts';
import type { Call } from '#server/http/serve.ts';
import { instantColumn, numberColumn, textColumn } from '#server/http/sheets/sheet.ts';
import { addEmailState, selectEmails, selectOlderEmails, sortNewestFirst } from './find-emails.ts';

const rowsAtOnce = 500;

const columns = [
  instantColumn<ListedEmail>('Queued', ({ queuedAt }) => queuedAt),
  textColumn<ListedEmail>('State', ({ state }) => emailStates[state], 10),
  textColumn<ListedEmail>('To', ({ recipient }) => recipient, 30),
  textColumn<ListedEmail>('Subject', ({ subject }) => subject, 40),
  textColumn<ListedEmail>('Group', ({ fypGroupName }) => fypGroupName, 16),
  numberColumn<ListedEmail>('Tried', ({ attempts }) => attempts, 8),
  textColumn<ListedEmail>('The mail server said', ({ lastError }) => lastError, 40),
  instantColumn<ListedEmail>('Sent', ({ sentAt }) => sentAt),
  instantColumn<ListedEmail>('Failed', ({ failedAt }) => failedAt),
];

export function exportEmails(call: Call<typeof endpoint>): Promise<FastifyReply> {
  const { services, query } = call;
  const { format, ...filter } = query;
  return sendExport(call, {
    name: 'Emails',
    fileName: 'emails',
    format,
    filter,
    columns,
    rows: () => emailsInPortions(services.db, filter),
  });
}

/** Yields batches of emails. Each starts after the last email of the previous batch, so new emails do not shift it. */
async function* emailsInPortions(db: Db, filter: EmailFilter) {
  const newest = sortNewestFirst(selectEmails(db, filter), filter).limit(rowsAtOnce);
  let portion = newest;
  for (;;) {
    const rows = await portion.execute();
    yield rows.map(addEmailState);
    const last = rows.at(-1);
    if (!last) return;
    portion = selectOlderEmails(newest, filter, last);
  }
}
