import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';

/** No request may keep all the others waiting for longer. */
const mostMs = 50;
/** What takes so long has no need of another try. */
const hopelessMs = 1000;

type Send = () => Promise<Response>;

/** For how long nothing else was served while a request was sent, read and judged, and how long this thread worked. */
async function costOf(send: Send) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.threadCpuUsage();
  delay.enable();
  const { status } = await send();
  await setTimeout(3);
  delay.disable();
  const { user, system } = process.threadCpuUsage(before);
  // Neither turned away before it was looked at, nor a fault.
  expect([200, 400, 404, 413, 414]).toContain(status);
  return { delayMs: delay.max / 1e6, workMs: (user + system) / 1000 };
}

/** The least of a few tries: what else the machine does comes and goes, what a request costs stays. */
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
 * Asserts that a request does not hold up the event loop. Where everything is held up, because the machine is busy with
 * something else, it must not take more work than `plain`, a harmless request of the same size, by as much.
 */
export async function expectQuick(what: string, send: Send, plain: Send): Promise<void> {
  const delay = await leastOf(send, 'delayMs', mostMs);
  if (delay <= mostMs) return;
  expect(delay, what).toBeLessThan(hopelessMs);
  const plainWork = await leastOf(plain, 'workMs', 0);
  const work = await leastOf(send, 'workMs', plainWork + mostMs);
  expect(work, what).toBeLessThanOrEqual(plainWork + mostMs);
}
