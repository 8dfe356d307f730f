import { emailLeaseMs } from './lease.ts';

/** Minimum duration of a long database outage. During a shorter one, no process loses its lease on an email. */
const longMs = emailLeaseMs / 2;
/** Pause after a long outage. Must exceed the sum of the connection timeout and the query timeout. */
const restMs = 30_000;

/** Pauses delivery after a long database outage, so that all processes can first record which emails they have sent. */
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
      // Ignore a remaining time that is longer than the whole pause: the clock has jumped back.
      return leftMs > 0 && leftMs <= restMs;
    },
  };
}
