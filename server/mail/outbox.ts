import { randomUUID } from 'node:crypto';
import type { Config } from '#server/config.ts';
import type { Db, Row } from '#server/db/tables.ts';

/**
 * Whose fault it was that a letter did not go out: `refused`, its recipient or text was refused for good; `letter`,
 * it may go another time; `server`, no letter would have gone.
 */
export type Fault = 'refused' | 'letter' | 'server';

/** What a transport says of a letter it did not take. */
export class Undeliverable extends Error {
  readonly fault: Fault;

  constructor(message: string, fault: Fault) {
    super(message);
    this.name = 'Undeliverable';
    this.fault = fault;
  }
}

export type Transport = {
  /** Hands a letter over; resolves once the other side took responsibility. Throws `Undeliverable`. */
  send(letter: Row<'letters'>): Promise<void>;
  close(): void;
};

/** The sending side of the outbox, as acts see it. */
export type Mailer = {
  /** Says that letters were queued; they go out without waiting for the next round. */
  wake(): void;
};

export type NewLetter = {
  recipient: string;
  subject: string;
  text: string;
  html: string;
  groupId: string | null;
};

/** Queues a letter in the caller's transaction: it is sent if and only if what it reports is saved. */
export async function queueLetter(
  db: Db,
  { recipient, subject, text, html, groupId }: NewLetter,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  now: Date,
): Promise<void> {
  const id = randomUUID();
  const at = now.toISOString();
  await db
    .insertInto('letters')
    .values({
      id,
      // Fixed here, so that a copy sent twice after a crash is recognised as one.
      message_id: `<${id}@${new URL(publicUrl).hostname}>`,
      group_id: groupId,
      recipient,
      subject: cleaned(subject),
      text_body: text,
      html_body: html,
      queued_at: at,
      next_attempt_at: at,
      attempts: 0,
    })
    .execute();
}

/** One line, without what turns its direction around, is half a letter, or would be read as an encoding of something else. */
const cleaned = (subject: string) =>
  subject
    .replace(/[\p{Cc}\p{Cs}\s\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .slice(0, 300)
    .toWellFormed()
    .trim();
