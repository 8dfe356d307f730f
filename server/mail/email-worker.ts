import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { pingDatabase } from '#server/db/migrate.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { type BackOff, createBackOff } from './back-off.ts';
import { createHandOverQueue, type HandOverTurn } from './hand-over.ts';
import {
  emailLeaseMs,
  extendLeases,
  leaseDueEmails,
  recordDeliveryOutcome,
  recordEmailWithdrawal,
  recordHandOver,
} from './lease.ts';
import { createOutageGuard } from './long-outage.ts';
import type { Mailer } from './mailer.ts';
import { DeliveryError, type EmailDeliveryCheck, type EmailTransport } from './outbox.ts';
import { createUnsubscribeLink, saveUnsubscribeToken } from './unsubscribe.ts';

const roundMs = 15_000;
/** Maximum number of concurrent deliveries. More than one, so that a slow delivery does not block other emails. */
const maxConcurrent = 5;

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
type Site = Pick<Services, 'db' | 'clock'> & {
  log: Log;
  config: Pick<Services['config'], 'publicUrl' | 'dataDir' | 'smtpUrl' | 'mailProblem'>;
};

export type EmailWorker = Mailer & {
  /** Waits until no delivery is in progress and no email is due. Returns the number of emails sent so far. */
  idle(): Promise<number>;
  stop(): Promise<void>;
};

/**
 * Delivers due emails every 15 s and after each `wake`. Calls `check` to learn whether the recipient may still receive
 * the email. During an outage of the mail server, tries one email at intervals without counting attempts.
 */
export function startEmailWorker(
  { db, clock, log, config }: Site,
  transport: EmailTransport,
  check: EmailDeliveryCheck,
): EmailWorker {
  const backOff = endPauseWithNewServer(createBackOff(clock, log), config);
  const active = new Map<string, Promise<void>>();
  const nextHandOver = createHandOverQueue();
  const outage = createOutageGuard(clock);
  let currentRun: Promise<void> | undefined;
  let isWakePending = false;
  let isStopped = false;
  let sent = 0;

  const hasStopped = () => isStopped;
  const site = { db, clock, log, config };
  const sending = { ...site, transport, check, backOff, nextHandOver, isStopped: hasStopped };
  const deliver = async (email: DatabaseRow<'emails'>) => {
    if (await sendAndRecord(sending, email)) sent += 1;
    active.delete(email.id);
    wake();
  };
  const takeDue = async () => {
    const capacity = (backOff.isFailing() ? 1 : maxConcurrent) - active.size;
    if (capacity <= 0 || backOff.isPaused()) return false;
    if (await outage.isResting(() => pingDatabase(db))) return false;
    const emails = await leaseDueEmails(db, clock(), capacity, [...active.keys()]);
    for (const email of emails) active.set(email.id, deliver(email));
    return emails.length > 0;
  };
  const take = async () => {
    try {
      do isWakePending = false;
      while (((await takeDue()) || isWakePending) && !isStopped);
    } catch (err) {
      outage.failed();
      log.warn({ err }, 'emails could not be delivered, retrying');
    }
    currentRun = undefined;
  };
  const wake = () => {
    if (isStopped) return;
    isWakePending = true;
    // Start asynchronously: otherwise, `take` could reset `currentRun` before the promise is assigned to it.
    currentRun ??= Promise.resolve().then(take);
  };
  const rounds = setInterval(wake, roundMs);
  const leases = setInterval(
    () => renewLeases(db, [...active.keys()], clock, log),
    emailLeaseMs / 3,
  );
  const idle = async () => {
    while (currentRun || active.size > 0) await Promise.all([currentRun, ...active.values()]);
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

/** Ends the pause when an admin has changed the mail server, because its settings may be right now. */
function endPauseWithNewServer(backOff: BackOff, config: Site['config']): BackOff {
  const read = () => JSON.stringify([config.smtpUrl, config.mailProblem]);
  let known = read();
  const isPaused = () => {
    if (known !== read()) backOff.worked();
    known = read();
    return backOff.isPaused();
  };
  return { ...backOff, isPaused };
}

async function renewLeases(
  db: Services['db'],
  ids: readonly string[],
  clock: () => Date,
  log: Log,
) {
  try {
    await extendLeases(db, ids, clock());
  } catch (err) {
    log.warn({ err }, 'the leases of emails being sent could not be extended');
  }
}

const isServerError = (error: unknown): error is DeliveryError =>
  error instanceof DeliveryError && error.reason === 'server';

/** Sends an email. Returns any error, and a `HandOverTurn` that the caller must end after recording the outcome. */
async function send(
  { db, transport, clock, config, nextHandOver }: Sending,
  email: DatabaseRow<'emails'>,
): Promise<{ error?: unknown; handOver: HandOverTurn | undefined }> {
  const unsubscribe = createUnsubscribeLink(email, config);
  let handOver: HandOverTurn | undefined;
  let hasEnded = false;
  try {
    const outgoing = {
      ...email,
      unsubscribe: unsubscribe?.address,
      attemptAt: clock().toISOString(),
    };
    await transport.send(outgoing, async () => {
      handOver = nextHandOver();
      await handOver.began;
      if (hasEnded)
        throw new Error('The SMTP connection ended while the email waited for its turn.');
      if (unsubscribe) await saveUnsubscribeToken(db, unsubscribe, clock());
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
  transport: EmailTransport;
  check: EmailDeliveryCheck;
  backOff: BackOff;
  nextHandOver: () => HandOverTurn;
  isStopped: () => boolean;
};

async function checkBeforeSending(
  { db, clock, log, check }: Sending,
  email: DatabaseRow<'emails'>,
): Promise<DatabaseRow<'emails'> | undefined> {
  try {
    const verdict = await check(email);
    if (!('withdrawn' in verdict)) return { ...email, reply_to: verdict.replyTo };
    await recordEmailWithdrawal(db, email.id, verdict.withdrawn, clock());
  } catch (err) {
    log.warn({ err }, 'an email could not be checked before sending, retrying');
  }
  return undefined;
}

async function sendAndRecord(sending: Sending, leased: DatabaseRow<'emails'>): Promise<boolean> {
  const { backOff, isStopped } = sending;
  const email = await checkBeforeSending(sending, leased);
  if (!email) return false;
  const { error, handOver } = await send(sending, email);
  if (isServerError(error)) backOff.failed(error.message);
  else backOff.worked();
  // Retry until the outcome is recorded, because an email without a recorded outcome would be sent again.
  while (!(await isRecorded(sending, email, error)) && !isStopped()) await sleep(1000);
  handOver?.end();
  return !error;
}

async function isRecorded(
  { db, clock, log, backOff }: Sending,
  email: DatabaseRow<'emails'>,
  error: unknown,
): Promise<boolean> {
  try {
    await recordDeliveryOutcome(db, email, error, clock(), backOff.pausedUntil());
    return true;
  } catch (err) {
    log.warn({ err }, 'the outcome of an email could not be recorded, retrying');
    return false;
  }
}
