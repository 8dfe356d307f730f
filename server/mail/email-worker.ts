import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { ping } from '#server/db/migrate.ts';
import type { Row } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { type BackOff, openBackOff } from './back-off.ts';
import { type HandOver, oneHandOverAtATime } from './hand-over.ts';
import {
  keepLeases,
  leaseDue,
  leaseMs,
  record,
  recordHandOver,
  recordWithdrawal,
} from './lease.ts';
import { openLongOutage } from './long-outage.ts';
import { type CheckEmail, type Mailer, type Transport, Undeliverable } from './outbox.ts';
import { keepUnsubscribeToken, newUnsubscribe } from './unsubscribe.ts';

const roundMs = 15_000;
/** At once, so that one that hangs holds up no other. */
const atOnce = 5;

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
type Site = Pick<Services, 'db' | 'clock'> & {
  log: Log;
  config: Pick<Services['config'], 'publicUrl'>;
};

export type EmailWorker = Mailer & {
  /** Resolves when nothing is under way and nothing due can be sent; returns how many were sent so far. */
  idle(): Promise<number>;
  stop(): Promise<void>;
};

/**
 * Every 15 s, or at once after a wake. Each email is leased, so that one process sends it, and checked before it is
 * sent. While the server takes none, one is tried at intervals, at no cost of an attempt.
 */
export function startEmailWorker(
  { db, clock, log, config }: Site,
  transport: Transport,
  check: CheckEmail,
): EmailWorker {
  const backOff = openBackOff(clock, log);
  const underway = new Map<string, Promise<void>>();
  const nextHandOver = oneHandOverAtATime();
  const outage = openLongOutage(clock);
  let taking: Promise<void> | undefined;
  let isAgain = false;
  let isStopped = false;
  let sent = 0;

  const isOver = () => isStopped;
  const site = { db, clock, log, config };
  const sending = { ...site, transport, check, backOff, nextHandOver, isStopped: isOver };
  const deliver = async (email: Row<'emails'>) => {
    if (await sendAndRecord(sending, email)) sent += 1;
    underway.delete(email.id);
    wake();
  };
  /** Returns whether more may be due. */
  const takeDue = async () => {
    const places = (backOff.isFailing() ? 1 : atOnce) - underway.size;
    if (places <= 0 || backOff.isPaused()) return false;
    if (await outage.isResting(() => ping(db))) return false;
    const emails = await leaseDue(db, clock(), places, [...underway.keys()]);
    for (const email of emails) underway.set(email.id, deliver(email));
    return emails.length > 0;
  };
  const take = async () => {
    try {
      do isAgain = false;
      while (((await takeDue()) || isAgain) && !isStopped);
    } catch (err) {
      outage.failed();
      log.warn({ err }, 'emails could not be delivered; they are tried again');
    }
    taking = undefined;
  };
  const wake = () => {
    if (isStopped) return;
    isAgain = true;
    // Asynchronous, since it might end before it is assigned.
    taking ??= Promise.resolve().then(take);
  };
  const rounds = setInterval(wake, roundMs);
  const leases = setInterval(() => renewLeases(db, [...underway.keys()], clock, log), leaseMs / 3);
  const idle = async () => {
    while (taking || underway.size > 0) await Promise.all([taking, ...underway.values()]);
    return sent;
  };
  const stop = async () => {
    isStopped = true;
    clearInterval(rounds);
    await idle();
    clearInterval(leases);
    transport.close();
  };
  return { wake, idle, stop };
}

async function renewLeases(
  db: Services['db'],
  ids: readonly string[],
  clock: () => Date,
  log: Log,
) {
  try {
    await keepLeases(db, ids, clock());
  } catch (err) {
    log.warn({ err }, 'emails on their way could not be kept leased');
  }
}

const isOfServer = (error: unknown): error is Undeliverable =>
  error instanceof Undeliverable && error.reason === 'server';

/** Returns its error, and the hand-over that ends once the outcome is recorded. */
async function send(
  { db, transport, clock, config, nextHandOver }: Sending,
  email: Row<'emails'>,
): Promise<{ error?: unknown; handOver: HandOver | undefined }> {
  const unsubscribe = newUnsubscribe(email, config);
  let handOver: HandOver | undefined;
  let hasEnded = false;
  try {
    await transport.send({ ...email, unsubscribe: unsubscribe?.address }, async () => {
      handOver = nextHandOver();
      await handOver.began;
      if (hasEnded) throw new Error('The conversation ended while the email waited for another.');
      if (unsubscribe) await keepUnsubscribeToken(db, unsubscribe, clock());
      await recordHandOver(db, email.id);
    });
    return { handOver };
  } catch (error) {
    return { error, handOver };
  } finally {
    hasEnded = true;
  }
}

type Sending = Site & {
  transport: Transport;
  check: CheckEmail;
  backOff: BackOff;
  nextHandOver: () => HandOver;
  isStopped: () => boolean;
};

/** Returns the email with its present reply address; undefined if it was withdrawn, or waits for another attempt. */
async function checked(
  { db, clock, log, check }: Sending,
  email: Row<'emails'>,
): Promise<Row<'emails'> | undefined> {
  try {
    const verdict = await check(email);
    if (!('withdrawn' in verdict)) return { ...email, reply_to: verdict.replyTo };
    await recordWithdrawal(db, email.id, verdict.withdrawn, clock());
  } catch (err) {
    // It is tried again once its lease has expired.
    log.warn({ err }, 'an email could not be checked before it is sent; it is tried again');
  }
  return undefined;
}

async function sendAndRecord(sending: Sending, leased: Row<'emails'>): Promise<boolean> {
  const { backOff, isStopped } = sending;
  const email = await checked(sending, leased);
  if (!email) return false;
  const { error, handOver } = await send(sending, email);
  if (isOfServer(error)) backOff.failed(error.message);
  else backOff.worked();
  // Unrecorded, the email would be sent again: the database is waited for.
  while (!(await isRecorded(sending, email, error)) && !isStopped()) await sleep(1000);
  handOver?.end();
  return !error;
}

async function isRecorded(
  { db, clock, log, backOff }: Sending,
  email: Row<'emails'>,
  error: unknown,
): Promise<boolean> {
  try {
    await record(db, email, error, clock(), backOff.pausedUntil());
    return true;
  } catch (err) {
    log.warn({ err }, 'what became of an email could not be written down; it is tried again');
    return false;
  }
}
