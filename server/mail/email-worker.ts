import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Row } from '#server/db/tables.ts';
import { type HandOver, oneHandOverAtATime } from './hand-over.ts';
import { keepLeases, leaseDue, leaseMs, record, recordHandOver } from './lease.ts';
import { type Mailer, type Transport, Undeliverable } from './outbox.ts';

const roundMs = 15_000;
/** So many emails are on their way at once: one that hangs holds up none of the others. */
const atOnce = 5;
/** 30 s, 1 min … 5 min until a mail server that takes no email at all is asked again. */
const longestPauseMs = 5 * 60_000;
const pauseMs = (faults: number) => Math.min(30_000 * 2 ** (faults - 1), longestPauseMs);

/** Delivers emails in the background. */
export type EmailWorker = Mailer & {
  /** Resolves when no email is on its way and none that is due can be sent; gives how many went out so far. */
  idle(): Promise<number>;
  /** Lets the emails on their way arrive, and takes no other. */
  stop(): Promise<void>;
};

/**
 * Sends the emails that are due: at once after a wake, and every 15 s for what is to be tried again. An email is
 * leased first, so that of several processes one sends it. While the mail server takes no email at all, only one is
 * tried now and then, which costs it no attempt, and the log says why, once.
 */
export function startEmailWorker(
  db: Db,
  transport: Transport,
  clock: () => Date,
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
): EmailWorker {
  const underway = new Map<string, Promise<void>>();
  const nextHandOver = oneHandOverAtATime();
  let taking: Promise<void> | undefined;
  let isAgain = false;
  let isStopped = false;
  let sent = 0;
  let faults = 0;
  let pausedUntil = 0;

  /** A pause that ends farther ahead than any was set by a clock that has jumped back since. */
  const isPaused = () => {
    const leftMs = pausedUntil - clock().getTime();
    return leftMs > 0 && leftMs <= longestPauseMs;
  };
  const take = async () => {
    do {
      isAgain = false;
      const room = (faults > 0 ? 1 : atOnce) - underway.size;
      if (room <= 0 || isPaused()) break;
      try {
        const emails = await leaseDue(db, clock(), room, [...underway.keys()]);
        for (const email of emails) underway.set(email.id, carry(email));
        // Another may have become due since.
        if (emails.length > 0) isAgain = true;
      } catch (err) {
        log.warn({ err }, 'emails could not be delivered; they are tried again');
        break;
      }
    } while (isAgain && !isStopped);
    taking = undefined;
  };
  const wake = () => {
    if (isStopped) return;
    isAgain = true;
    // Later, because it may be over at once, before it is known as what is taking.
    taking ??= Promise.resolve().then(take);
  };

  const carry = async (email: Row<'emails'>) => {
    let error: unknown;
    let handOver: HandOver | undefined;
    let isOver = false;
    try {
      await transport.send(email, async () => {
        handOver = nextHandOver();
        await handOver.began;
        if (isOver) throw new Error('The conversation ended while the email waited for another.');
        await recordHandOver(db, email.id);
      });
      sent += 1;
    } catch (refusal) {
      error = refusal;
    }
    isOver = true;
    const isServers = error instanceof Undeliverable && error.fault === 'server';
    if (isServers) pause(error as Undeliverable);
    else if (faults > 0) goOn();
    // Without its row the email would go out again: the database is waited for.
    while (!(await isRecorded(email, error)) && !isStopped) await sleep(1000);
    handOver?.end();
    underway.delete(email.id);
    wake();
  };
  const isRecorded = async (email: Row<'emails'>, error: unknown) => {
    try {
      await record(db, email, error, clock(), pausedUntil);
      return true;
    } catch (err) {
      log.warn({ err }, 'what became of an email could not be written down; it is tried again');
      return false;
    }
  };

  const pause = ({ message }: Undeliverable) => {
    // Those that were on their way together count as one.
    if (isPaused()) return;
    faults += 1;
    pausedUntil = clock().getTime() + pauseMs(faults);
    if (faults > 1) return;
    log.error(
      `The mail server takes no email: ${message} Emails wait until it does; check SMTP_URL and MAIL_FROM.`,
    );
  };
  const goOn = () => {
    faults = 0;
    pausedUntil = 0;
    log.info('the mail server takes emails again');
  };

  const rounds = setInterval(wake, roundMs);
  const leases = setInterval(async () => {
    try {
      await keepLeases(db, [...underway.keys()], clock());
    } catch (err) {
      log.warn({ err }, 'emails on their way could not be kept leased');
    }
  }, leaseMs / 3);
  const idle = async () => {
    while (taking || underway.size > 0) await Promise.all([taking, ...underway.values()]);
    return sent;
  };
  return {
    wake,
    idle,
    async stop() {
      isStopped = true;
      clearInterval(rounds);
      await idle();
      clearInterval(leases);
      transport.close();
    },
  };
}
