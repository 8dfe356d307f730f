import { setTimeout as sleep } from 'node:timers/promises';

/** From the beginning of a look on, however many wait for it; longer only where the database is away. */
const longestWaitMs = 250;

/** How well what a process keeps in its memory is known to be what the database has. */
export type Freshness = {
  /** Looks now. */
  refresh(): Promise<void>;
  /** For a request: looks unless that was begun less than `maxAgeMs` ago, and waits for it a moment at most. */
  keepFresh(maxAgeMs: number): Promise<void>;
  /** How long ago a look that succeeded was begun. */
  ageMs(): number;
};

/** `look` reads what has changed. One is under way for all requests together. */
export function openFreshness(look: () => Promise<void>): Freshness {
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
    async keepFresh(maxAgeMs) {
      if (!looking) {
        if (performance.now() - askedAt < maxAgeMs) return;
        looking = refresh().finally(() => {
          looking = undefined;
        });
        // It may fail when nobody waits for it any more.
        looking.catch(() => {});
      }
      const leftMs = askedAt + longestWaitMs - performance.now();
      if (leftMs > 0) await Promise.race([looking, sleep(leftMs, undefined, { ref: false })]);
    },
    ageMs: () => performance.now() - knownAt,
  };
}
