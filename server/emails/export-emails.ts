import type { FastifyReply } from 'fastify';
import {
  type EmailFilter,
  emailStates,
  type exportEmails as endpoint,
  type ListedEmail,
} from '#contract/emails.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import { sendCsv } from '#server/http/bodies/send-csv.ts';
import type { Call } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { emailsOf, newestFirst, withState } from './find-emails.ts';

const rowsAtOnce = 500;

const columns = [
  'Queued (UTC)',
  'State',
  'To',
  'Subject',
  'Group',
  'Tried',
  'The mail server said',
  'Sent (UTC)',
  'Failed (UTC)',
];

/** A CSV file, newest first, streamed; recorded before its first byte leaves. */
export async function exportEmails(
  { db, clock }: Services,
  { caller, query: filter, request, reply }: Call<typeof endpoint>,
): Promise<FastifyReply> {
  // A HEAD request gets no emails, and leaves no entry.
  if (request.method === 'HEAD') return reply.type('text/csv; charset=utf-8').send();
  const now = clock();
  const said = Object.entries(filter).filter(([, value]) => value);
  const subject = { kind: 'portal', id: null, name: 'Emails' } as const;
  const detail =
    said.length > 0 ? `only ${said.map((each) => each.join(': ')).join(', ')}` : 'all of them';
  await recordEntry(db, { action: 'emails-exported', by: caller, subject, detail }, now);
  return sendCsv(reply, { name: 'emails', columns, now }, linesOf(db, filter));
}

/** Each portion begins after the last email, so that what is queued meanwhile moves nothing. */
async function* linesOf(db: Db, filter: EmailFilter): AsyncGenerator<string[][]> {
  let portion = newestFirst(emailsOf(db, filter)).limit(rowsAtOnce);
  for (;;) {
    const rows = await portion.execute();
    yield rows.map(withState).map(lineOf);
    const last = rows.at(-1);
    if (!last) return;
    portion = newestFirst(emailsOf(db, filter))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('emails.queued_at', 'emails.id'), '<', tuple(last.queuedAt, last._id)),
      )
      .limit(rowsAtOnce);
  }
}

const lineOf = (email: ListedEmail) => [
  email.queuedAt,
  emailStates[email.state],
  email.recipient,
  email.subject,
  email.fypGroupName ?? '',
  String(email.attempts),
  email.lastError ?? '',
  email.sentAt ?? '',
  email.failedAt ?? '',
];
