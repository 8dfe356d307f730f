import { emailLeaseMs } from './lease.ts';

/** Minimum duration of a long outage. During a shorter outage, no lease can expire. */
const longMs = emailLeaseMs / 2;
/** Pause after a long outage. Must exceed the sum of the time limits for connecting and for a query. */
const restMs = 30_000;

/** Delays delivery after a long database outage, so that all processes can first record the emails they have sent. */
export type OutageGuard = {
  failed(): void;
  /** Returns true while delivery must wait. Calls `ask` to test whether the database is available again. */
  isResting(ask: () => Promise<unknown>): Promise<boolean>;
};

export function createOutageGuard(clock: () => Date): OutageGuard {
  let awaySince: number | undefined;
  let restsUntil = 0;
  const now = () => clock().getTime();
  return {
    failed() {
      awaySince ??= now();
    },
    async isResting(ask) {
      if (awaySince !== undefined) {
        await ask();
        if (now() - awaySince > longMs) restsUntil = now() + restMs;
        awaySince = undefined;
      }
      const leftMs = restsUntil - now();
      // A longer remaining time was set before the clock jumped back, so it is ignored.
      return leftMs > 0 && leftMs <= restMs;
    },
  };
}
