import type { ExpressionBuilder } from 'kysely';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
import { DeliveryError, erasedEmailText } from './outbox.ts';

/** Duration of the lease on an email. If a process crashes, other processes can send its emails after this time. */
export const emailLeaseMs = 90_000;
/** Maximum number of delivery attempts. They take about five days, because the wait doubles from 30 s up to 6 h. */
const maxAttempts = 28;
const maxWaitMs = 6 * 3_600_000;
const waitMs = (attempts: number) => Math.min(30_000 * 2 ** (attempts - 1), maxWaitMs);

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();
const leaseFrom = (now: Date) => later(now, emailLeaseMs);

/** Leases due emails, oldest first. Skips `excludedIds`, the emails that this process is already sending. */
export async function leaseDueEmails(
  db: Db,
  now: Date,
  limit: number,
  excludedIds: readonly string[],
): Promise<DatabaseRow<'emails'>[]> {
  const at = now.toISOString();
  // A time further ahead than the longest possible wait was stored while the clock was wrong. Treat the email as due.
  const farFuture = later(now, maxWaitMs);
  const isDue = (eb: ExpressionBuilder<Tables, 'emails'>) =>
    eb.and([
      eb('sent_at', 'is', null),
      eb('failed_at', 'is', null),
      eb.or([eb('next_attempt_at', '<=', at), eb('next_attempt_at', '>', farFuture)]),
      eb.or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<', at),
        eb('leased_until', '>', farFuture),
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
          .$if(excludedIds.length > 0, (due) => due.where('id', 'not in', excludedIds))
          .orderBy('next_attempt_at')
          .limit(limit),
      )
      // Repeat the condition: another process may have leased the emails while PostgreSQL waited for row locks.
      .where(isDue)
      .returningAll()
      .execute()
  );
}

export async function extendLeases(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('emails')
    .set({ leased_until: leaseFrom(now) })
    .where('id', 'in', ids)
    .where('leased_until', 'is not', null)
    .execute();
}

/** Increments the number of hand-overs to the mail server. Call this before sending the email's last byte. */
export async function recordHandOver(db: Db, id: string): Promise<void> {
  await db
    .updateTable('emails')
    .set((eb) => ({ hand_overs: eb('hand_overs', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Marks an email as withdrawn. Does not count the attempt, because nothing was sent. */
export async function recordEmailWithdrawal(
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
      last_error: toSingleLine(reason),
      attempts: eb('attempts', '-', 1),
      leased_until: null,
    }))
    .where('id', '=', id)
    .execute();
}

/** Records an attempt's outcome. `pausedUntil` delays the next attempt after an error that affects all emails. */
export async function recordDeliveryOutcome(
  db: Db,
  email: DatabaseRow<'emails'>,
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
  { attempts, carries_link, reply_to, hand_overs: handOversBefore }: DatabaseRow<'emails'>,
  error: unknown,
  now: Date,
  pausedUntil: number,
): Partial<DatabaseRow<'emails'>> {
  if (!error) {
    const erasedBody = carries_link === 1 && {
      text_body: erasedEmailText,
      html_body: erasedEmailText,
    };
    return { sent_at: now.toISOString(), last_error: null, reply_to, ...erasedBody };
  }
  const reason = error instanceof DeliveryError ? error.reason : 'email';
  const last_error = toSingleLine(error instanceof Error ? error.message : String(error));
  // Restore the previous number of hand-overs, unless the mail server may have accepted the email.
  const hand_overs =
    error instanceof DeliveryError && error.isInDoubt ? {} : { hand_overs: handOversBefore };
  if (reason === 'server') {
    // An error that affects all emails does not count as an attempt. Requeue at the end, to try another email next.
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

/** Returns one line of at most 500 characters, without control characters such as NUL, which PostgreSQL rejects. */
const toSingleLine = (message: string) =>
  message
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed();
