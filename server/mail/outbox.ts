import { randomUUID } from 'node:crypto';
import type { Config } from '#server/config.ts';
import type { Db, Row } from '#server/db/tables.ts';

/**
 * Why an email did not go out: `refused`, its recipient or text was refused for good; `email`,
 * it may go another time; `server`, no email would have gone.
 */
export type Reason = 'refused' | 'email' | 'server';

/** What a transport says of an email it did not take; `isInDoubt`: it may have, but its answer never came. */
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

export type Transport = {
  /**
   * Hands an email over; resolves once the other side took responsibility. Throws `Undeliverable`. Where a lost answer
   * would mean a second copy, the last byte waits for `handOver`.
   */
  send(email: Row<'emails'>, handOver: () => Promise<void>): Promise<void>;
  close(): void;
};

/** The sending side of the outbox, as acts see it. */
export type Mailer = {
  /** Says that emails were queued; they go out without waiting for the next round. */
  wake(): void;
};

export type NewEmail = {
  recipient: string;
  subject: string;
  text: string;
  html: string;
  groupId: string | null;
  /** With a one-use link its text is kept only until it is sent. */
  carriesLink?: boolean;
  /** The one address that an answer goes to: of an account, or the office's. */
  replyTo?: string;
  /** Of an email about marks: the member whose marks it tells. */
  memberId?: string;
};

/** What stands in place of both bodies of an email that carried a one-use link. */
export const emptiedBody = 'This email carried a link. It is not kept once the email was sent.';
/** Of one that carries a link what stands for its text in a backup; it cannot be sent after a restore. */
export const withheldBody =
  'This email carried a link. A link is as good as a password, so it is in no backup.';

/** Queues an email in the caller's transaction and gives its id: it is sent if and only if what it reports is saved. */
export async function queueEmail(
  db: Db,
  { recipient, subject, text, html, groupId, carriesLink, replyTo, memberId }: NewEmail,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const at = now.toISOString();
  await db
    .insertInto('emails')
    .values({
      id,
      // Fixed here, so that a copy sent twice after a crash is recognised as one.
      message_id: `<${id}@${new URL(publicUrl).hostname}>`,
      group_id: groupId,
      recipient,
      subject: cleaned(subject),
      text_body: text,
      html_body: html,
      carries_link: carriesLink ? 1 : 0,
      reply_to: replyTo ?? null,
      member_id: memberId ?? null,
      queued_at: at,
      next_attempt_at: at,
      attempts: 0,
    })
    .execute();
  return id;
}

/** Tries an email anew at once, as often as a new one. Undefined for one that is sent, on its way or not there. */
export function retryEmail(db: Db, emailId: string, now: Date) {
  const at = now.toISOString();
  return db
    .updateTable('emails')
    .set({ failed_at: null, attempts: 0, next_attempt_at: at })
    .where('id', '=', emailId)
    .where('sent_at', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', at)]))
    .returning(['id', 'recipient', 'subject', 'text_body'])
    .executeTakeFirst();
}

/** Removes an email that was refused or given up. Undefined for one that is not. */
export function deleteFailedEmail(db: Db, emailId: string) {
  return db
    .deleteFrom('emails')
    .where('id', '=', emailId)
    .where('failed_at', 'is not', null)
    .returning(['id', 'recipient', 'subject'])
    .executeTakeFirst();
}

/** One line, without what turns its direction around, is half an email, or would be read as an encoding of something else. */
const cleaned = (subject: string) =>
  subject
    .replace(/[\p{Cc}\p{Cs}\s\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .slice(0, 300)
    .toWellFormed()
    .trim();
