import type { FastifyBaseLogger } from 'fastify';

/** Maximum pause. Pauses start at 30 s and double after each failure. */
const maxPauseMs = 5 * 60_000;
const pauseMs = (failures: number) => Math.min(30_000 * 2 ** (failures - 1), maxPauseMs);

/** Pauses delivery while the mail server accepts no email. Logs an outage once when it starts and once when it ends. */
export type BackOff = {
  isPaused(): boolean;
  /** Returns true if the last attempt failed. The worker then tries only one email at a time. */
  isFailing(): boolean;
  /** Returns the end of the pause as a Unix time in milliseconds, or 0 if the server works. */
  pausedUntil(): number;
  failed(message: string): void;
  worked(): void;
};

export function openBackOff(
  clock: () => Date,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): BackOff {
  let failures = 0;
  let until = 0;
  /** Ignores an end beyond the maximum pause, which was set before the clock jumped back. */
  const isPaused = () => {
    const leftMs = until - clock().getTime();
    return leftMs > 0 && leftMs <= maxPauseMs;
  };
  return {
    isPaused,
    isFailing: () => failures > 0,
    pausedUntil: () => until,
    failed(message) {
      // Count failures of concurrent emails as one.
      if (isPaused()) return;
      failures += 1;
      until = clock().getTime() + pauseMs(failures);
      if (failures > 1) return;
      log.error(
        `The mail server takes no email: ${message} Emails wait until it does; check SMTP_URL and MAIL_FROM.`,
      );
    },
    worked() {
      if (failures === 0) return;
      failures = 0;
      until = 0;
      log.info('the mail server takes emails again');
    },
  };
}
