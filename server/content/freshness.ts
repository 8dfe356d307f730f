import { setTimeout as sleep } from 'node:timers/promises';

const maxWaitMs = 250;

export type FreshnessCheck = {
  refresh(): Promise<void>;
  /** Refreshes if the last refresh began at least `maxAgeMs` ago. Waits for at most 250 ms. */
  refreshIfOlderThan(maxAgeMs: number): Promise<void>;
  /** Returns the time in milliseconds since the last successful refresh began. */
  ageMs(): number;
};

/** Creates a check that calls `look` to read changes. Concurrent callers of `refreshIfOlderThan` share one read. */
export function createFreshnessCheck(look: () => Promise<void>): FreshnessCheck {
  let askedAt = performance.now();
  let knownAt = askedAt;
  let looking: Promise<void> | undefined;
  const refresh = async () => {
    const at = performance.now();
    askedAt = at;
    await look();
    knownAt = Math.max(knownAt, at);
  };
  return {
    refresh,
    async refreshIfOlderThan(maxAgeMs) {
      if (!looking) {
        if (performance.now() - askedAt < maxAgeMs) return;
        looking = refresh().finally(() => {
          looking = undefined;
        });
        // Prevent an unhandled rejection if the read fails after all callers have stopped waiting for it.
        looking.catch(() => {});
      }
      const leftMs = askedAt + maxWaitMs - performance.now();
      if (leftMs > 0) await Promise.race([looking, sleep(leftMs, undefined, { ref: false })]);
    },
    ageMs: () => performance.now() - knownAt,
  };
}
