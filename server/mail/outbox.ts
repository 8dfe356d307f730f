import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Insertable } from 'kysely';
import { normaliseForSearch } from '#contract/values/search-form.ts';
import type { Config } from '#server/config.ts';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
import type { JobWriteContext, WriteTransaction } from '#server/db/write-context.ts';
import type { EmailKind } from './tables.ts';

/** `refused`: this email failed permanently. `email`: it failed temporarily. `server`: no email can be sent now. */
export type FailureReason = 'refused' | 'email' | 'server';

/** Error of a failed delivery. `isInDoubt` means that the server may have accepted the email but its reply was lost. */
export class DeliveryError extends Error {
  readonly reason: FailureReason;
  readonly isInDoubt: boolean;

  constructor(message: string, reason: FailureReason, isInDoubt = false) {
    super(message);
    this.name = 'Undeliverable';
    this.reason = reason;
    this.isInDoubt = isInDoubt;
  }
}

/**
 * An email to send. Not stored in the database: `unsubscribe`, a one-click unsubscribe URL (RFC 8058), and `attemptAt`,
 * the time of this attempt in ISO 8601.
 */
export type OutgoingEmail = DatabaseRow<'emails'> & {
  unsubscribe?: string | undefined;
  attemptAt: string;
};

export type EmailTransport = {
  /** Sends an email. Awaits `handOver` before sending the last byte. Throws `DeliveryError`. */
  send(email: OutgoingEmail, handOver: () => Promise<void>): Promise<void>;
  close(): void;
};

/** Returns the current reply address, or the reason to withdraw an email whose recipient may no longer receive it. */
export type EmailDeliveryCheck = (
  email: DatabaseRow<'emails'>,
) => Promise<{ withdrawn: string } | { replyTo: string | null }>;

/** The account, member or address of the department that an email is for. */
export type EmailRecipient = { userId: string } | { memberId: string } | { address: string };

/**
 * The reason why the recipient may read the email, checked again at its delivery. A group: the recipient is its member or
 * staff, the office or an admin. `recipient`: the address is still that of the account or member, who may have left the
 * group. `one-group`: the recipient is a member or staff of one of the groups. `all-groups`: they supervise all of them.
 */
export type EmailRight =
  | { groupId: string }
  | { groupId: null; right: 'recipient' }
  | { groupId: null; right: 'one-group' | 'all-groups'; groupIds: readonly string[] };

/** An email without its recipient. */
export type EmailContent = EmailRight & {
  subject: string;
  text: string;
  html: string;
  carriesLink?: boolean;
  replyTo?: string;
  /** Set if the email contains the marks of this member. */
  memberId?: string;
  /** The account that may unsubscribe, and the kind of email from which it may do so. */
  unsubscribes?: { userId: string; kind: EmailKind } | undefined;
};

export type NewEmail = EmailContent & { to: EmailRecipient; recipient: string };

/** Replaces the texts of an email that is older than `KEEP_EMAIL_TEXTS_DAYS`. */
export const agedEmailText = 'The text of this email is no longer stored, because of its age.';

export const erasedEmailText = 'This email carried a link. It is not kept once the email was sent.';
/** In backups, replaces the body of an email that contains a one-use link. */
export const withheldEmailText =
  'This email carried a link. A link is as good as a password, so it is in no backup.';

/** Queues an email in the caller's transaction, together with the change that it reports. Returns the email's id. */
export async function queueEmail(
  { trx, services, now }: JobWriteContext,
  email: NewEmail,
): Promise<string> {
  const row = toRow(email, services.config, now);
  await insertEmails(trx, [row]);
  return row.id;
}

/** Rows per insert. SQLite allows about 32,000 values in a query. */
const batchSize = 200;

/** Queues emails in batches, in the caller's transaction. Returns their ids in the same order. */
export async function queueEmails(
  { trx, services, now }: JobWriteContext,
  emails: readonly NewEmail[],
): Promise<string[]> {
  const { config } = services;
  const ids: string[] = [];
  for (let from = 0; from < emails.length; from += batchSize) {
    const rows = emails.slice(from, from + batchSize).map((email) => toRow(email, config, now));
    await insertEmails(trx, rows);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

export async function insertEmails(
  db: Db,
  rows: readonly Insertable<Tables['emails']>[],
): Promise<void> {
  await db.insertInto('emails').values(rows).execute();
  const keys = db.insertInto('email_search_keys').values(rows.map(searchKeyOf));
  await keys.execute();
}

const searchKeyOf = ({ id, queued_at, group_id = null, recipient, subject }: SearchedEmail) => ({
  id,
  queued_at,
  group_id,
  search_key: normaliseForSearch(`${recipient}\n${subject}`),
});

type SearchedEmail = Pick<
  Insertable<Tables['emails']>,
  'id' | 'queued_at' | 'group_id' | 'recipient' | 'subject'
>;

function toRow(email: NewEmail, { publicUrl }: Pick<Config, 'publicUrl'>, now: Date) {
  const { to, recipient, subject, text, html, groupId, carriesLink, replyTo, memberId } = email;
  const groups = 'right' in email && email.right !== 'recipient' ? email : undefined;
  const groupIds = groups && JSON.stringify(groups.groupIds);
  const id = randomUUID();
  const at = now.toISOString();
  return {
    id,
    // All attempts use one Message-ID, so that mail programs recognise a second copy after a crash.
    message_id: `<${id}@${new URL(publicUrl).hostname}>`,
    group_id: groupId,
    recipient,
    subject: cleanSubject(subject),
    text_body: text,
    html_body: html,
    carries_link: carriesLink ? 1 : 0,
    reply_to: replyTo ?? null,
    member_id: memberId ?? null,
    group_ids: groups?.right === 'all-groups' ? groupIds : null,
    one_of_group_ids: groups?.right === 'one-group' ? groupIds : null,
    to_member_id: 'memberId' in to ? to.memberId : null,
    user_id: 'userId' in to ? to.userId : (email.unsubscribes?.userId ?? null),
    kind: email.unsubscribes?.kind ?? null,
    queued_at: at,
    next_attempt_at: at,
    attempts: 0,
  };
}

/** Deletes the given emails, except those that a mail server may have received. Returns the number of deletions. */
export async function deleteUnsentEmails(
  { trx, now }: WriteTransaction,
  ids: readonly string[],
): Promise<number> {
  let deleted = 0;
  for (let from = 0; from < ids.length; from += 1000) {
    const { numDeletedRows } = await trx
      .deleteFrom('emails')
      .where('id', 'in', ids.slice(from, from + 1000))
      .where('sent_at', 'is', null)
      .where('hand_overs', '=', 0)
      .where((eb) =>
        eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now.toISOString())]),
      )
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}

/** Redirects an account's emails that wait for its old address to the new one, except emails with one-use links. */
export async function redirectUnsentEmails(
  { trx, now }: WriteTransaction,
  { userId, from, email }: { userId: string; from: string; email: string },
): Promise<void> {
  const moved = await trx
    .updateTable('emails')
    .set({ recipient: email })
    .where('sent_at', 'is', null)
    .where('carries_link', '=', 0)
    .where('recipient', '=', from)
    .where((eb) =>
      eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now.toISOString())]),
    )
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        eb(eb.fn.coalesce('to_member_id', 'member_id'), 'in', (sub) =>
          sub.selectFrom('members').select('members.id').where('members.user_id', '=', userId),
        ),
      ]),
    )
    .returning(['id', 'queued_at', 'group_id', 'recipient', 'subject'])
    .execute();
  for (const row of moved) {
    const keys = trx.updateTable('email_search_keys').set(searchKeyOf(row));
    await keys.where('id', '=', row.id).execute();
  }
}

/** Queues an unsent email for another attempt. Returns undefined if it was sent, is being sent or does not exist. */
export function retryEmail({ trx, now }: WriteTransaction, emailId: string) {
  const at = now.toISOString();
  return trx
    .updateTable('emails')
    .set({
      failed_at: null,
      withdrawn_at: null,
      last_error: null,
      attempts: 0,
      next_attempt_at: at,
    })
    .where('id', '=', emailId)
    .where('sent_at', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', at)]))
    .returning(['id', 'recipient', 'subject', 'text_body'])
    .executeTakeFirst();
}

/**
 * Queues at most `limit` emails that have failed since a time, oldest first. Returns their ids. Leaves out withdrawn emails
 * and those with one-use links, which may have expired or be missing after a restore.
 */
export async function retryFailedEmails(
  { trx, now }: WriteTransaction,
  since: string,
  limit: number,
): Promise<string[]> {
  const isFailed = (eb: ExpressionBuilder<Tables, 'emails'>) =>
    eb.and([
      eb('failed_at', '>=', since),
      eb('withdrawn_at', 'is', null),
      eb('sent_at', 'is', null),
      eb('carries_link', '=', 0),
    ]);
  const rows = await trx
    .updateTable('emails')
    .set({ failed_at: null, last_error: null, attempts: 0, next_attempt_at: now.toISOString() })
    .where('id', 'in', (eb) =>
      eb.selectFrom('emails').select('id').where(isFailed).orderBy('failed_at').limit(limit),
    )
    // Repeat the condition: another admin may have queued the emails while PostgreSQL waited for row locks.
    .where(isFailed)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export function deleteFailedEmail(db: Db, emailId: string) {
  return db
    .deleteFrom('emails')
    .where('id', '=', emailId)
    .where('failed_at', 'is not', null)
    .returning(['id', 'recipient', 'subject'])
    .executeTakeFirst();
}

/** Returns the subject as one line without bidi controls, lone surrogates or encoded words. */
const cleanSubject = (subject: string) =>
  subject
    .replace(/[\p{Cc}\p{Cs}\s\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .slice(0, 300)
    .toWellFormed()
    .trim();
