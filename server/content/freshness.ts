import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum wait for a read, measured from its start. Only an unavailable database takes longer. */
const maxWaitMs = 250;

/** Keeps cached values in sync with the database. */
export type Freshness = {
  refresh(): Promise<void>;
  /** Reads the database if the last read began at least `maxAgeMs` ago. Waits at most 250 ms for it. */
  refreshIfOlderThan(maxAgeMs: number): Promise<void>;
  /** Returns the time since the last successful read began. */
  ageMs(): number;
};

/** Calls `look` to read changes, once for all concurrent requests. */
export function watchFreshness(look: () => Promise<void>): Freshness {
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
        // Prevent an unhandled rejection: the read may fail after all requests have stopped waiting.
        looking.catch(() => {});
      }
      const leftMs = askedAt + maxWaitMs - performance.now();
      if (leftMs > 0) await Promise.race([looking, sleep(leftMs, undefined, { ref: false })]);
    },
    ageMs: () => performance.now() - knownAt,
  };
}
