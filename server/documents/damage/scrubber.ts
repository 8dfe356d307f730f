import { setTimeout as sleep } from 'node:timers/promises';
import { leaseJob } from '#server/db/jobs.ts';
import type { Services } from '#server/services.ts';
import { checkStoredFiles, deleteOrphanedFiles, type Throttle } from './scrub.ts';

const roundMs = 24 * 3_600_000;
const bytesPerSecond = 20 * 1024 * 1024;
const saveMs = 30_000;
const lookMs = 60_000;
/** Wait before deleting files that have no database row, so that uploads in progress can write their rows. */
export const uploadGraceMs = 2 * 60_000;

const job = { name: 'scrub', roundMs };

export function startScrubber(services: Services): { stop(): Promise<void> } {
  const ending = new AbortController();
  let round: Promise<void> | undefined;
  const timer = setInterval(() => {
    const { signal } = ending;
    const settle = () => sleep(uploadGraceMs, undefined, { signal });
    round ??= runScrubIfDue(services, { throttle: createThrottle(bytesPerSecond, signal), settle })
      .catch((err: unknown) => {
        if (ending.signal.aborted) return;
        services.log.warn({ err }, 'the scrub failed and continues later');
      })
      .then(() => {
        round = undefined;
      });
  }, lookMs);
  return {
    async stop() {
      clearInterval(timer);
      ending.abort();
      await round;
    },
  };
}

/** Returns a throttle that limits the average rate to `rate` bytes per second. */
export function createThrottle(rate: number, signal: AbortSignal): Throttle {
  let ahead = 0;
  let before = performance.now();
  return async (bytes) => {
    const now = performance.now();
    ahead = Math.max(0, ahead - ((now - before) / 1000) * rate) + bytes;
    before = now;
    signal.throwIfAborted();
    // Do not wait for less than 0.05 s: timers fire late, so many short waits would slow the reading too much.
    if (ahead > rate / 20) await sleep((ahead / rate) * 1000, undefined, { signal });
  };
}

/** Starts or continues the check of all stored files. Returns false if none is due or another process is running it. */
export async function runScrubIfDue(
  services: Services,
  { throttle, settle }: { throttle?: Throttle; settle?: () => Promise<unknown> } = {},
): Promise<boolean> {
  const { log } = services;
  const lease = await leaseJob(services, job);
  if (!lease) return false;
  let position = lease.position ?? undefined;
  let isEnded = false;
  let savedAt = performance.now();
  const savePosition = async () => {
    if (performance.now() - savedAt < saveMs) return;
    savedAt = performance.now();
    await lease.savePosition(position ?? null);
  };
  try {
    const { missing, altered, ...rest } = await checkStoredFiles(services, {
      position,
      throttle: async (bytes) => {
        await throttle?.(bytes);
        await savePosition();
      },
      onChecked: (documentId) => {
        position = documentId;
      },
    });
    if (missing + altered > 0) {
      log.error({ missing, altered, ...rest }, 'stored files are missing or altered');
    }
    await deleteOrphanedFiles(services, settle);
    await lease.end();
    isEnded = true;
    return true;
  } finally {
    if (!isEnded) await lease.release(position ?? null);
  }
}
