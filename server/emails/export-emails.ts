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
import { instant, number, text } from '#server/http/sheets/sheet.ts';
import { selectEmails, selectOlderEmails, sortNewestFirst, withState } from './find-emails.ts';

const rowsAtOnce = 500;

const columns = [
  instant<ListedEmail>('Queued', ({ queuedAt }) => queuedAt),
  text<ListedEmail>('State', ({ state }) => emailStates[state], 10),
  text<ListedEmail>('To', ({ recipient }) => recipient, 30),
  text<ListedEmail>('Subject', ({ subject }) => subject, 40),
  text<ListedEmail>('Group', ({ fypGroupName }) => fypGroupName, 16),
  number<ListedEmail>('Tried', ({ attempts }) => attempts, 8),
  text<ListedEmail>('The mail server said', ({ lastError }) => lastError, 40),
  instant<ListedEmail>('Sent', ({ sentAt }) => sentAt),
  instant<ListedEmail>('Failed', ({ failedAt }) => failedAt),
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

/** Yields batches. Each batch starts after the last email of the previous one, so that new emails do not shift it. */
async function* emailsInPortions(db: Db, filter: EmailFilter) {
  const newest = sortNewestFirst(selectEmails(db, filter), filter).limit(rowsAtOnce);
  let portion = newest;
  for (;;) {
    const rows = await portion.execute();
    yield rows.map(withState);
    const last = rows.at(-1);
    if (!last) return;
    portion = selectOlderEmails(newest, filter, last);
  }
}
