import { leaseMs } from './lease.ts';

/** A first failure is noticed within a round, and no lease ends that was renewed in time before. */
const longMs = leaseMs / 2;
/** More than a query and its connection may take. */
const restMs = 30_000;

/** While the database was away nobody could renew a lease, or write down that an email was sent. */
export type LongOutage = {
  failed(): void;
  /** Whether other processes are given the time to do so; asks with `ask` whether the database is back. */
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
      // An end farther ahead was set before the clock jumped back.
      return leftMs > 0 && leftMs <= restMs;
    },
  };
}
