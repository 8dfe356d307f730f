import { sql } from 'kysely';
import {
  duplicateEmailLookbackDays,
  maxRetriedEmails,
  maxUndeliveredEmails,
} from '#contract/admin/undelivered-emails.ts';
import { Problem } from '#contract/problem.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { countQueuedEmails } from '#server/mail/count-queue.ts';
import {
  deleteFailedEmail,
  retryEmail,
  retryFailedEmails,
  withheldEmailText,
} from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';

/** Emails that have waited for less than this time get `isUsual` (no action needed): delivery often takes minutes. */
const usualMs = 10 * 60_000;

const emails = (db: Db) =>
  db
    .selectFrom('emails')
    .leftJoin('groups', 'groups.id', 'emails.group_id')
    .where('emails.sent_at', 'is', null);

/** Returns failed emails, newest first, and waiting emails, oldest first, all without bodies. */
export async function listUndeliveredEmails({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const now = clock();
  const [failed, waiting, total, twiceTotal] = await readTogether(db, (reader) =>
    Promise.all([
      listed(
        emails(reader)
          .where('emails.failed_at', 'is not', null)
          .where('emails.withdrawn_at', 'is', null)
          .orderBy('emails.failed_at', 'desc'),
        now,
      ),
      listed(emails(reader).where('emails.failed_at', 'is', null).orderBy('emails.queued_at'), now),
      countQueuedEmails(reader),
      countPossibleDuplicates(reader, now),
    ]),
  );
  return { failed, failedTotal: total.failed, waiting, waitingTotal: total.waiting, twiceTotal };
}

export async function countPossibleDuplicates(db: Db, now: Date): Promise<number> {
  const since = new Date(now.getTime() - duplicateEmailLookbackDays * 86_400_000).toISOString();
  const { total } = await db
    .selectFrom('emails')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    // Use a literal instead of a parameter, so that the query planner can use the partial index.
    .where('hand_overs', '>', sql.lit(1))
    .where('queued_at', '>', since)
    .executeTakeFirstOrThrow();
  return total;
}

async function listed(query: ReturnType<typeof emails>, now: Date) {
  const usualSince = new Date(now.getTime() - usualMs).toISOString();
  const rows = await query
    .select([
      'emails.id as _id',
      'emails.recipient',
      'emails.subject',
      'groups.name as fypGroupName',
      'emails.attempts',
      'emails.last_error as lastError',
      'emails.queued_at as queuedAt',
      'emails.failed_at as failedAt',
      'emails.next_attempt_at as nextAttemptAt',
    ])
    .orderBy('emails.id')
    .limit(maxUndeliveredEmails)
    .execute();
  return rows.map((row) => ({
    ...row,
    isUsual: row.failedAt === null && row.queuedAt > usualSince,
  }));
}

/** Makes an email due now and resets its attempts. Throws `not-found` if it is missing, sent or being delivered. */
export async function sendEmailAgain(
  services: Services,
  caller: Caller,
  emailId: string,
): Promise<{ message: string }> {
  await writeAs(services, caller, async (context) => {
    const email = await retryEmail(context, emailId);
    if (!email) throw noSuchEmail();
    if (email.text_body === withheldEmailText) throw linkNotInBackup();
    await recordAuditEntry(context, { action: 'letter-sent-again', by: caller, ...about(email) });
  });
  services.mail.wake();
  return { message: 'Email queued again' };
}

/** Makes the emails due now that have failed since a time. Repeating the call is a no-op. */
export async function sendFailedEmailsAgain(services: Services, caller: Caller, since: string) {
  const at = new Date(since).toISOString();
  const count = await writeAs(services, caller, async (context) => {
    const { length } = await retryFailedEmails(context, at, maxRetriedEmails);
    if (length === 0) return 0;
    await recordAuditEntry(context, {
      action: 'letters-sent-again',
      by: caller,
      subject: { kind: 'letter', id: null, name: formatEmails(length) },
      detail: `failed since ${at}`,
    });
    return length;
  });
  services.mail.wake();
  if (count === 0) return { message: 'No emails have failed since then.', count };
  const more = count === maxRetriedEmails ? ' Try again to queue the rest.' : '';
  return { message: `${formatEmails(count)} queued again.${more}`, count };
}

const formatEmails = (count: number) => (count === 1 ? '1 email' : `${count} emails`);

/** Deletes a failed email. Throws `not-found` if it has already been deleted or sent, or is being retried. */
export async function dismissEmail(services: Services, caller: Caller, emailId: string) {
  await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const email = await deleteFailedEmail(trx, emailId);
    if (!email) throw noSuchEmail();
    await recordAuditEntry(context, { action: 'letter-dismissed', by: caller, ...about(email) });
  });
  return { message: 'Email dismissed' };
}

const about = ({
  id,
  recipient,
  subject,
}: Pick<DatabaseRow<'emails'>, 'id' | 'recipient' | 'subject'>) =>
  ({ subject: { kind: 'letter', id, name: `to ${recipient}` }, detail: subject }) as const;

const linkNotInBackup = () =>
  new Problem(
    'not-found',
    'This email can’t be sent: its link was removed when the portal was restored from a backup. Request a new link, then dismiss this email.',
  );

const noSuchEmail = () =>
  new Problem('not-found', 'This email is no longer in the list. Reload the page.');
