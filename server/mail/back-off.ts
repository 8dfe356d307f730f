import type { FastifyBaseLogger } from 'fastify';

/** Maximum pause between delivery attempts. The first pause is 30 s, and each failure doubles it. */
const maxPauseMs = 5 * 60_000;
const pauseMs = (failures: number) => Math.min(30_000 * 2 ** (failures - 1), maxPauseMs);

/** Pauses delivery while the mail server accepts no emails. Logs the start and the end of each outage once. */
export type BackOff = {
  isPaused(): boolean;
  /** Returns true during an outage of the mail server. The email worker then tries only one email at a time. */
  isFailing(): boolean;
  /** Returns the end of the latest pause as a Unix time in milliseconds, or 0 if there is no outage. */
  pausedUntil(): number;
  failed(message: string): void;
  worked(): void;
};

export function createBackOff(
  clock: () => Date,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): BackOff {
  let failures = 0;
  let until = 0;
  /** Returns true during a pause. Ignores a pause longer than the maximum: the clock must have been set back. */
  const isPaused = () => {
    const leftMs = until - clock().getTime();
    return leftMs > 0 && leftMs <= maxPauseMs;
  };
  return {
    isPaused,
    isFailing: () => failures > 0,
    pausedUntil: () => until,
    failed(message) {
      // Several concurrent deliveries may fail in one outage. Count them as one failure.
      if (isPaused()) return;
      failures += 1;
      until = clock().getTime() + pauseMs(failures);
      if (failures > 1) return;
      log.error(
        `the mail server takes no email, so emails wait until it does: check SMTP_URL and MAIL_FROM. Reason: ${message}`,
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
