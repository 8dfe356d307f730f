import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';

/** No request may hold up others for longer. */
const mostMs = 50;
const hopelessMs = 1000;

type Send = () => Promise<Response>;

/** How long nothing else was served, and how long this thread worked. */
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

/** The least, because other work on the machine varies and the request's cost does not. */
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
 * On a busy machine it must not take much more work than `plain`, a harmless request of the same size. Work is processor
 * time of this thread: other processes delay a reply as long as they like and cost it nothing.
 */
export async function expectQuick(what: string, send: Send, plain: Send): Promise<void> {
  const delay = await leastOf(send, 'delayMs', mostMs);
  if (delay <= mostMs) return;
  const plainWork = await leastOf(plain, 'workMs', 0);
  const work = await leastOf(send, 'workMs', plainWork + mostMs);
  expect(work, what).toBeLessThanOrEqual(plainWork + mostMs);
}
