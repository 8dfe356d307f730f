import type { ExpressionBuilder } from 'kysely';
import type { Db, Row, Tables } from '#server/db/tables.ts';
import { emptiedBody, Undeliverable } from './outbox.ts';

/** After a kill the emails wait this long; more would only help a process that hangs. */
export const leaseMs = 90_000;
/** 30 s, 1 min, 2 min … 6 h, about five days in all. */
const maxAttempts = 28;
const longestWaitMs = 6 * 3_600_000;
const waitMs = (attempts: number) => Math.min(30_000 * 2 ** (attempts - 1), longestWaitMs);

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();
const leaseFrom = (now: Date) => later(now, leaseMs);

/** The longest waiting first; `without`: those that the process has already. */
export async function leaseDue(
  db: Db,
  now: Date,
  limit: number,
  without: readonly string[],
): Promise<Row<'emails'>[]> {
  const at = now.toISOString();
  // An instant farther ahead than any wait came from a wrong clock: nothing waits for it.
  const tooFar = later(now, longestWaitMs);
  const isDue = (eb: ExpressionBuilder<Tables, 'emails'>) =>
    eb.and([
      eb('sent_at', 'is', null),
      eb('failed_at', 'is', null),
      eb.or([eb('next_attempt_at', '<=', at), eb('next_attempt_at', '>', tooFar)]),
      eb.or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<', at),
        eb('leased_until', '>', tooFar),
      ]),
    ]);
  return (
    db
      .updateTable('emails')
      .set((eb) => ({ leased_until: leaseFrom(now), attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('emails')
          .select('id')
          .where(isDue)
          .$if(without.length > 0, (due) => due.where('id', 'not in', without))
          .orderBy('next_attempt_at')
          .limit(limit),
      )
      // All of it twice: PostgreSQL chooses by how things stood before it waited for whoever leased, or even sent, one of them.
      .where(isDue)
      .returningAll()
      .execute()
  );
}

export async function keepLeases(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('emails')
    .set({ leased_until: leaseFrom(now) })
    .where('id', 'in', ids)
    .where('leased_until', 'is not', null)
    .execute();
}

/** Before its last byte: from now on the email may have arrived. */
export async function recordHandOver(db: Db, id: string): Promise<void> {
  await db
    .updateTable('emails')
    .set((eb) => ({ hand_overs: eb('hand_overs', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** It was not tried, so that costs no attempt. */
export async function recordWithdrawal(
  db: Db,
  id: string,
  reason: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db
    .updateTable('emails')
    .set((eb) => ({
      failed_at: at,
      withdrawn_at: at,
      last_error: cleaned(reason),
      attempts: eb('attempts', '-', 1),
      leased_until: null,
    }))
    .where('id', '=', id)
    .execute();
}

/** No error: sent. `pausedUntil`: when the mail server is asked next. */
export async function record(
  db: Db,
  email: Row<'emails'>,
  error: unknown,
  now: Date,
  pausedUntil: number,
): Promise<void> {
  await db
    .updateTable('emails')
    .set({ ...outcomeOf(email, error, now, pausedUntil), leased_until: null })
    .where('id', '=', email.id)
    .execute();
}

function outcomeOf(
  { attempts, carries_link, reply_to, hand_overs: before }: Row<'emails'>,
  error: unknown,
  now: Date,
  pausedUntil: number,
): Partial<Row<'emails'>> {
  if (!error) {
    const emptied = carries_link === 1 && { text_body: emptiedBody, html_body: emptiedBody };
    return { sent_at: now.toISOString(), last_error: null, reply_to, ...emptied };
  }
  const reason = error instanceof Undeliverable ? error.reason : 'email';
  const last_error = cleaned(error instanceof Error ? error.message : String(error));
  // What was refused did not arrive.
  const hand_overs =
    error instanceof Undeliverable && error.isInDoubt ? {} : { hand_overs: before };
  if (reason === 'server') {
    // Costs no attempt; behind the others, so that another is tried next.
    const next_attempt_at = new Date(Math.max(pausedUntil, now.getTime())).toISOString();
    return { last_error, ...hand_overs, attempts: attempts - 1, next_attempt_at };
  }
  if (reason === 'refused' || attempts >= maxAttempts) {
    return { last_error, ...hand_overs, failed_at: now.toISOString() };
  }
  return {
    last_error,
    ...hand_overs,
    next_attempt_at: new Date(now.getTime() + waitMs(attempts)).toISOString(),
  };
}

/** A mail server may say anything; PostgreSQL takes no NUL. */
const cleaned = (said: string) =>
  said
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed();
