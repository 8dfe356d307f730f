import { randomUUID } from 'node:crypto';
import type { Config } from '#server/config.ts';
import type { Db, Row } from '#server/db/tables.ts';

/** What a transport says of a letter it did not take. */
export class Undeliverable extends Error {
  /** True when trying again cannot help: the recipient's server refused for good. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.name = 'Undeliverable';
    this.isFinal = isFinal;
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
      subject: subject.replace(/[\p{Cc}\s]+/gu, ' ').trim(),
      text_body: text,
      html_body: html,
      queued_at: at,
      next_attempt_at: at,
      attempts: 0,
    })
    .execute();
}

/** How long one process may keep a letter to itself: longer than the longest conversation with a mail server. */
const leaseMs = 5 * 60_000;
const atOnce = 5;
/** 30 s, 1 min, 2 min … 6 h, about five days in all. */
const maxAttempts = 28;
const waitMs = (attempts: number) => Math.min(30_000 * 2 ** (attempts - 1), 6 * 3_600_000);

/**
 * Sends the letters that are due, a few at a time, until none is. A letter is leased first, so that of several
 * processes one sends it; the lease of a process that died runs out. Gives how many were taken over by the transport.
 */
export async function deliverDue(db: Db, transport: Transport, clock: () => Date): Promise<number> {
  let sent = 0;
  for (;;) {
    const letters = await lease(db, clock());
    if (letters.length === 0) return sent;
    const outcomes = await Promise.all(
      letters.map((letter) => deliver(db, transport, letter, clock)),
    );
    sent += outcomes.filter(Boolean).length;
  }
}

async function lease(db: Db, now: Date): Promise<Row<'letters'>[]> {
  const at = now.toISOString();
  return (
    db
      .updateTable('letters')
      .set((eb) => ({
        leased_until: new Date(now.getTime() + leaseMs).toISOString(),
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('letters')
          .select('id')
          .where('sent_at', 'is', null)
          .where('failed_at', 'is', null)
          .where('next_attempt_at', '<=', at)
          .where((due) => due.or([due('leased_until', 'is', null), due('leased_until', '<', at)]))
          .orderBy('next_attempt_at')
          .limit(atOnce),
      )
      // Said again outside: of two processes that saw the same rows, the second finds them leased.
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', at)]))
      .returningAll()
      .execute()
  );
}

async function deliver(
  db: Db,
  transport: Transport,
  letter: Row<'letters'>,
  clock: () => Date,
): Promise<boolean> {
  let outcome: Partial<Row<'letters'>>;
  try {
    await transport.send(letter);
    outcome = { sent_at: clock().toISOString(), last_error: null };
  } catch (error) {
    const now = clock();
    const isFinal = error instanceof Undeliverable && error.isFinal;
    outcome = {
      last_error: error instanceof Error ? error.message.slice(0, 500) : String(error),
      ...(isFinal || letter.attempts >= maxAttempts
        ? { failed_at: now.toISOString() }
        : { next_attempt_at: new Date(now.getTime() + waitMs(letter.attempts)).toISOString() }),
    };
  }
  await db
    .updateTable('letters')
    .set({ ...outcome, leased_until: null })
    .where('id', '=', letter.id)
    .execute();
  return outcome.sent_at !== undefined;
}
