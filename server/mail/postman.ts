import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/tables.ts';
import { deliverDue, type Mailer, type Transport } from './outbox.ts';

const roundMs = 15_000;

/** Delivers in the background: at once after a wake, and every 15 s for what is to be tried again. */
export function startPostman(
  db: Db,
  transport: Transport,
  clock: () => Date,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Mailer & { stop(): Promise<void> } {
  let round: Promise<void> | undefined;
  let isAgain = false;
  let isStopped = false;

  const deliver = async () => {
    do {
      isAgain = false;
      try {
        await deliverDue(db, transport, clock);
      } catch (err) {
        log.warn({ err }, 'letters could not be delivered; they are tried again');
      }
    } while (isAgain && !isStopped);
    round = undefined;
  };
  const wake = () => {
    if (isStopped) return;
    isAgain = true;
    round ??= deliver();
  };
  const timer = setInterval(wake, roundMs);
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await round;
      transport.close();
    },
  };
}
