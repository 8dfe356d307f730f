import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';

/** Maximum time for which a request may block the event loop. */
const maxDelayMs = 50;
const hopelessMs = 1000;

type Send = () => Promise<Response>;

async function costOf(send: Send) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.threadCpuUsage();
  delay.enable();
  const { status } = await send();
  await setTimeout(3);
  delay.disable();
  const { user, system } = process.threadCpuUsage(before);
  // Any other status means that the portal has not examined the input, so the measured cost is meaningless.
  expect([200, 400, 404, 413, 414]).toContain(status);
  return { delayMs: delay.max / 1e6, workMs: (user + system) / 1000 };
}

/** Returns the lowest measurement, because other processes can inflate any single one. */
async function leastOf(send: Send, measure: 'delayMs' | 'workMs', enoughMs: number) {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && least > enoughMs; tries += 1) {
    const cost = (await costOf(send))[measure];
    least = Math.min(least, cost);
    if (cost > hopelessMs) break;
  }
  return least;
}

/**
 * Asserts that a request does not block the event loop. Because other processes can also delay the loop, a delayed
 * request passes if it uses little more CPU time than `plain`, a harmless request of the same size.
 */
export async function expectEventLoopNotBlocked(
  what: string,
  send: Send,
  plain: Send,
): Promise<void> {
  const delay = await leastOf(send, 'delayMs', maxDelayMs);
  if (delay <= maxDelayMs) return;
  const plainWork = await leastOf(plain, 'workMs', 0);
  const work = await leastOf(send, 'workMs', plainWork + maxDelayMs);
  expect(work, what).toBeLessThanOrEqual(plainWork + maxDelayMs);
}
