import { describe, expect } from 'vitest';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { createThrottle, runScrubIfDue } from './scrubber.ts';

const hourMs = 3_600_000;

/** Returns the services of a simulated process, and a list of the files that this process has read. */
function createProcess(portal: Portal, number: number) {
  const processId = `00000000-0000-4000-8000-00000000000${number}`;
  const read: string[] = [];
  const files: Portal['files'] = {
    ...portal.files,
    open: (key, range) => {
      read.push(key);
      return portal.files.open(key, range);
    },
  };
  return { services: { ...portal, files, config: { ...portal.config, processId } }, read };
}

function createPause() {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { over, end: () => end() };
}

describe('a scrub round', () => {
  test('runs in only one of several processes, and the next round is due a day later', async ({
    portal,
  }) => {
    await createTestGroup(portal);
    const [first, second] = [createProcess(portal, 1), createProcess(portal, 2)];
    const { over, end } = createPause();
    const round = runScrubIfDue(first.services, { throttle: () => over });
    while (first.read.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await runScrubIfDue(second.services)).toBe(false);
    end();
    expect(await round).toBe(true);
    expect([first.read.length, second.read.length]).toEqual([3, 0]);
    portal.wait(23 * hourMs);
    expect(await runScrubIfDue(second.services)).toBe(false);
    portal.wait(hourMs + 1);
    expect(await runScrubIfDue(second.services)).toBe(true);
    expect(second.read).toEqual(first.read);
  });

  test('is resumed by another process, which checks the file again at which the round was interrupted', async ({
    portal,
  }) => {
    await createTestGroup(portal, { size: 3 });
    const [first, second] = [createProcess(portal, 1), createProcess(portal, 2)];
    const stopping = runScrubIfDue(first.services, {
      throttle: async () => {
        if (first.read.length === 3) throw new Error('stopped');
      },
    });
    await expect(stopping).rejects.toThrow('stopped');
    expect(await runScrubIfDue(second.services)).toBe(true);
    expect(second.read).toHaveLength(2);
    expect(new Set([...first.read, ...second.read]).size).toBe(4);
  });

  test('is continued by another process after the lease of a dead process expires', async ({
    portal,
  }) => {
    await createTestGroup(portal);
    const [first, second] = [createProcess(portal, 1), createProcess(portal, 2)];
    const { over, end } = createPause();
    const dead = runScrubIfDue(first.services, { throttle: () => over });
    while (first.read.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    portal.wait(59_000);
    expect(await runScrubIfDue(second.services)).toBe(false);
    portal.wait(2000);
    expect(await runScrubIfDue(second.services)).toBe(true);
    // Let the paused first process continue. It must not overwrite the second process's progress.
    end();
    await expect(dead).rejects.toThrow('Another process');
    expect(await runScrubIfDue(second.services)).toBe(false);
  });

  test('is due on time even if the clock was wrong during the previous round', async ({
    portal,
  }) => {
    await createTestGroup(portal);
    const { services } = createProcess(portal, 1);
    portal.wait(400 * 24 * hourMs);
    expect(await runScrubIfDue(services)).toBe(true);
    portal.wait(-400 * 24 * hourMs);
    expect(await runScrubIfDue(services)).toBe(true);
    expect(await runScrubIfDue(services)).toBe(false);
  });

  test('is not delayed by the lease of a process that died while the clock was wrong', async ({
    portal,
  }) => {
    await createTestGroup(portal);
    const [first, second] = [createProcess(portal, 1), createProcess(portal, 2)];
    portal.wait(400 * 24 * hourMs);
    const { over, end } = createPause();
    const dead = runScrubIfDue(first.services, { throttle: () => over });
    while (first.read.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    portal.wait(-400 * 24 * hourMs);
    expect(await runScrubIfDue(second.services)).toBe(true);
    end();
    await expect(dead).rejects.toThrow('Another process');
  });
});

test('createThrottle limits the bytes per second and rejects when its signal aborts', async () => {
  const ending = new AbortController();
  const throttle = createThrottle(1_000_000, ending.signal);
  const began = performance.now();
  for (let chunk = 0; chunk < 30; chunk += 1) await throttle(10_000);
  // Reading all chunks should take 0.3 s, but the throttle skips waits of less than 0.05 s.
  expect(performance.now() - began).toBeGreaterThan(200);
  const waiting = throttle(1_000_000_000);
  ending.abort();
  await expect(waiting).rejects.toThrow('abort');
});
