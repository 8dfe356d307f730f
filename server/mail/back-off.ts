import type { FastifyBaseLogger } from 'fastify';

/** The first pause is 30 s, and each is twice as long as the one before. */
const longestPauseMs = 5 * 60_000;
const pauseMs = (failures: number) => Math.min(30_000 * 2 ** (failures - 1), longestPauseMs);

/** How long a mail server that takes no email is left alone; logged once as it begins and ends. */
export type BackOff = {
  isPaused(): boolean;
  /** Then only one email is tried. */
  isFailing(): boolean;
  /** In milliseconds since 1970; 0 while the server works. */
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
  /** An end farther ahead than any pause was set before the clock jumped back. */
  const isPaused = () => {
    const leftMs = until - clock().getTime();
    return leftMs > 0 && leftMs <= longestPauseMs;
  };
  return {
    isPaused,
    isFailing: () => failures > 0,
    pausedUntil: () => until,
    failed(message) {
      // Failures of emails sent together count as one.
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
