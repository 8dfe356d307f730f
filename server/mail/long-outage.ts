import { leaseMs } from './lease.ts';

/** Outages up to this length expire no lease, even if they are noticed a round later. */
const longMs = leaseMs / 2;
/** Longer than a query and its connection may take. */
const restMs = 30_000;

/** Delays delivery after a long database outage, in which no process could extend leases or record sent emails. */
export type LongOutage = {
  failed(): void;
  /** Returns true while other processes get time to record their emails. `ask` tests whether the database is back. */
  isResting(ask: () => Promise<unknown>): Promise<boolean>;
};

export function openLongOutage(clock: () => Date): LongOutage {
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
      // Ignore an end further ahead, which was set before the clock jumped back.
      return leftMs > 0 && leftMs <= restMs;
    },
  };
}
