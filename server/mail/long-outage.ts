import { leaseMs } from './lease.ts';

/** No lease expires during an outage up to this long, even if the outage is noticed a round later. */
const longMs = leaseMs / 2;
/** Pause between attempts. Must exceed the time limits for connecting and querying together. */
const restMs = 30_000;

/** Delays delivery after a long database outage, during which no process could extend leases or record sent emails. */
export type LongOutage = {
  failed(): void;
  /**
   * Returns true while other processes get time to record their emails. `ask` tests whether the
   * database is available again.
   */
  isResting(ask: () => Promise<unknown>): Promise<boolean>;
};

export function createOutageGuard(clock: () => Date): LongOutage {
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
      // Ignore a later end, which was set before the clock jumped back.
      return leftMs > 0 && leftMs <= restMs;
    },
  };
}
