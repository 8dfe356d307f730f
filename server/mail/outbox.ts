import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { searchForm } from '#contract/values/search-form.ts';
import type { Config } from '#server/config.ts';
import type { Db, EmailKind, Row, Tables } from '#server/db/tables.ts';

/** `refused`: this recipient or text, for good; `email`: this email, for now; `server`: any email. */
export type Reason = 'refused' | 'email' | 'server';

/** `isInDoubt`: the server may have taken it, but its reply never came. */
export class Undeliverable extends Error {
  readonly reason: Reason;
  readonly isInDoubt: boolean;

  constructor(message: string, reason: Reason, isInDoubt = false) {
    super(message);
    this.name = 'Undeliverable';
    this.reason = reason;
    this.isInDoubt = isInDoubt;
  }
}

/** `unsubscribe`: the address of a one-click unsubscription, which is in no row (RFC 8058). */
export type Outgoing = Row<'emails'> & { unsubscribe?: string | undefined };

export type Transport = {
  /** Throws `Undeliverable`. Where a lost reply would mean a second copy, the last byte waits for `handOver`. */
  send(email: Outgoing, handOver: () => Promise<void>): Promise<void>;
  close(): void;
};

/** Whether the recipient may still get an email, and where replies to it go. */
export type CheckEmail = (
  email: Row<'emails'>,
) => Promise<{ withdrawn: string } | { replyTo: string | null }>;

export type Mailer = {
  wake(): void;
};

export type NewEmail = {
  recipient: string;
  subject: string;
  text: string;
  html: string;
  groupId: string | null;
  carriesLink?: boolean;
  replyTo?: string;
  memberId?: string;
  /** Of a list about several groups, which goes to their supervisor. */
  groupIds?: readonly string[];
  /** Whoever may unsubscribe from what. */
  unsubscribes?: { userId: string; kind: EmailKind } | undefined;
};

export const emptiedBody = 'This email carried a link. It is not kept once the email was sent.';
/** Instead of a link in a backup; not to be sent after a restore. */
export const withheldBody =
  'This email carried a link. A link is as good as a password, so it is in no backup.';

/** In the caller's transaction: sent if and only if what it reports is saved. */
export async function queueEmail(
  db: Db,
  email: NewEmail,
  config: Pick<Config, 'publicUrl'>,
  now: Date,
): Promise<string> {
  const row = rowOf(email, config, now);
  await insertEmails(db, [row]);
  return row.id;
}

/** SQLite takes some 32,000 values in one query. */
const rowsAtOnce = 200;

/** As `queueEmail`, in as few statements as may be; gives their ids in the same order. */
export async function queueEmails(
  db: Db,
  emails: readonly NewEmail[],
  config: Pick<Config, 'publicUrl'>,
  now: Date,
): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < emails.length; from += rowsAtOnce) {
    const rows = emails.slice(from, from + rowsAtOnce).map((email) => rowOf(email, config, now));
    await insertEmails(db, rows);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Inserts emails with the keys that searches find them by. */
export async function insertEmails(
  db: Db,
  rows: readonly Insertable<Tables['emails']>[],
): Promise<void> {
  await db.insertInto('emails').values(rows).execute();
  await db.insertInto('email_search_keys').values(rows.map(searchKeyOf)).execute();
}

const searchKeyOf = ({ id, queued_at, group_id = null, recipient, subject }: SearchedEmail) => ({
  ...{ id, queued_at, group_id },
  search_key: searchForm(`${recipient}\n${subject}`),
});

type SearchedEmail = Pick<
  Insertable<Tables['emails']>,
  'id' | 'queued_at' | 'group_id' | 'recipient' | 'subject'
>;

function rowOf(email: NewEmail, { publicUrl }: Pick<Config, 'publicUrl'>, now: Date) {
  const { recipient, subject, text, html, groupId, carriesLink, replyTo, memberId } = email;
  const { groupIds } = email;
  const id = randomUUID();
  const at = now.toISOString();
  return {
    id,
    // Fixed here, so that a second copy after a crash is recognised as one.
    message_id: `<${id}@${new URL(publicUrl).hostname}>`,
    group_id: groupId,
    recipient,
    subject: cleaned(subject),
    text_body: text,
    html_body: html,
    carries_link: carriesLink ? 1 : 0,
    reply_to: replyTo ?? null,
    member_id: memberId ?? null,
    group_ids: groupIds ? JSON.stringify(groupIds) : null,
    user_id: email.unsubscribes?.userId ?? null,
    kind: email.unsubscribes?.kind ?? null,
    queued_at: at,
    next_attempt_at: at,
    attempts: 0,
  };
}

/** Those that no mail server can have are taken from the queue; the others stay. Returns how many were taken. */
export async function takeBackEmails(db: Db, ids: readonly string[], now: Date): Promise<number> {
  let taken = 0;
  for (let from = 0; from < ids.length; from += 1000) {
    const { numDeletedRows } = await db
      .deleteFrom('emails')
      .where('id', 'in', ids.slice(from, from + 1000))
      .where('sent_at', 'is', null)
      .where('hand_overs', '=', 0)
      .where((eb) =>
        eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now.toISOString())]),
      )
      .executeTakeFirstOrThrow();
    taken += Number(numDeletedRows);
  }
  return taken;
}

/**
 * Sends an account's unsent emails to its new address, unless one is on its way: the old address may be somebody else's
 * by now. Links stay with the address that they were made for, and have ended.
 */
export async function readdressEmails(
  db: Db,
  { userId, email }: { userId: string; email: string },
  now: Date,
): Promise<void> {
  const moved = await db
    .updateTable('emails')
    .set({ recipient: email })
    .where('sent_at', 'is', null)
    .where('carries_link', '=', 0)
    .where((eb) =>
      eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now.toISOString())]),
    )
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        eb('member_id', 'in', (sub) =>
          sub.selectFrom('members').select('members.id').where('members.user_id', '=', userId),
        ),
      ]),
    )
    .returning(['id', 'queued_at', 'group_id', 'recipient', 'subject'])
    .execute();
  for (const row of moved) {
    const keys = db.updateTable('email_search_keys').set(searchKeyOf(row));
    await keys.where('id', '=', row.id).execute();
  }
}

/** Undefined for one that is sent, on its way or not there. */
export function retryEmail(db: Db, emailId: string, now: Date) {
  const at = now.toISOString();
  return db
    .updateTable('emails')
    .set({ failed_at: null, withdrawn_at: null, attempts: 0, next_attempt_at: at })
    .where('id', '=', emailId)
    .where('sent_at', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', at)]))
    .returning(['id', 'recipient', 'subject', 'text_body'])
    .executeTakeFirst();
}

/** Undefined for one that is neither refused nor given up. */
export function deleteFailedEmail(db: Db, emailId: string) {
  return db
    .deleteFrom('emails')
    .where('id', '=', emailId)
    .where('failed_at', 'is not', null)
    .returning(['id', 'recipient', 'subject'])
    .executeTakeFirst();
}

/** One line without direction characters, half characters and encoded words. */
const cleaned = (subject: string) =>
  subject
    .replace(/[\p{Cc}\p{Cs}\s\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .slice(0, 300)
    .toWellFormed()
    .trim();
