import type { FastifyBaseLogger } from 'fastify';

/** 30 s, 1 min … 5 min until a mail server that takes no email at all is asked again. */
const longestPauseMs = 5 * 60_000;
const pauseMs = (failures: number) => Math.min(30_000 * 2 ** (failures - 1), longestPauseMs);

/** How long a mail server that takes no email is left alone. The log says when that begins and when it ends. */
export type BackOff = {
  isPaused(): boolean;
  /** The mail server took no email the last time: only one is tried then. */
  isFailing(): boolean;
  /** When it is asked next, in milliseconds since 1970; 0 while it works. */
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
  /** A pause that ends farther ahead than any was set by a clock that has jumped back since. */
  const isPaused = () => {
    const leftMs = until - clock().getTime();
    return leftMs > 0 && leftMs <= longestPauseMs;
  };
  return {
    isPaused,
    isFailing: () => failures > 0,
    pausedUntil: () => until,
    failed(message) {
      // Those that were on their way together count as one.
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
