import { describe, expect } from 'vitest';
import { aTeam } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { paced, scrubWhenDue } from './scrubber.ts';

const hourMs = 3_600_000;

/** The same portal as another process has it, and how many files it has read. */
function aProcess(portal: Portal, number: number) {
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

/** Something that a test ends when it has seen enough. */
function aPause() {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { over, end: () => end() };
}

describe('a round of the scrub', () => {
  test('is done by one of several processes, and again a day later', async ({ portal }) => {
    await aTeam(portal);
    const [one, two] = [aProcess(portal, 1), aProcess(portal, 2)];
    const { over, end } = aPause();
    const round = scrubWhenDue(one.services, { pace: () => over });
    while (one.read.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await scrubWhenDue(two.services)).toBe(false);
    end();
    expect(await round).toBe(true);
    expect([one.read.length, two.read.length]).toEqual([3, 0]);
    portal.wait(23 * hourMs);
    expect(await scrubWhenDue(two.services)).toBe(false);
    portal.wait(hourMs + 1);
    expect(await scrubWhenDue(two.services)).toBe(true);
    expect(two.read).toEqual(one.read);
  });

  test('goes on where it was stopped', async ({ portal }) => {
    await aTeam(portal, { size: 3 });
    const [one, two] = [aProcess(portal, 1), aProcess(portal, 2)];
    const stopping = scrubWhenDue(one.services, {
      pace: async () => {
        if (one.read.length === 3) throw new Error('stopped');
      },
    });
    await expect(stopping).rejects.toThrow('stopped');
    expect(await scrubWhenDue(two.services)).toBe(true);
    // The file that it was stopped in is read again from its beginning.
    expect(two.read).toHaveLength(2);
    expect(new Set([...one.read, ...two.read]).size).toBe(4);
  });

  test('is taken over from a process that died, after its lease', async ({ portal }) => {
    await aTeam(portal);
    const [one, two] = [aProcess(portal, 1), aProcess(portal, 2)];
    const { over, end } = aPause();
    const dead = scrubWhenDue(one.services, { pace: () => over });
    while (one.read.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    portal.wait(4 * 60_000);
    expect(await scrubWhenDue(two.services)).toBe(false);
    portal.wait(2 * 60_000);
    expect(await scrubWhenDue(two.services)).toBe(true);
    // It was only asleep: it must not undo what the other has written.
    end();
    await expect(dead).rejects.toThrow('Another process');
    expect(await scrubWhenDue(two.services)).toBe(false);
  });

  test('is not held up by a clock that was wrong for a while', async ({ portal }) => {
    await aTeam(portal);
    const { services } = aProcess(portal, 1);
    portal.wait(400 * 24 * hourMs);
    expect(await scrubWhenDue(services)).toBe(true);
    portal.wait(-400 * 24 * hourMs);
    expect(await scrubWhenDue(services)).toBe(true);
    expect(await scrubWhenDue(services)).toBe(false);
  });

  test('is not held up by the lease of one that died while the clock was wrong', async ({
    portal,
  }) => {
    await aTeam(portal);
    const [one, two] = [aProcess(portal, 1), aProcess(portal, 2)];
    portal.wait(400 * 24 * hourMs);
    const { over, end } = aPause();
    const dead = scrubWhenDue(one.services, { pace: () => over });
    while (one.read.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    portal.wait(-400 * 24 * hourMs);
    expect(await scrubWhenDue(two.services)).toBe(true);
    end();
    await expect(dead).rejects.toThrow('Another process');
  });
});

test('the pace lets through so many bytes a second, and ends when it is told to', async () => {
  const ending = new AbortController();
  const pace = paced(1_000_000, ending.signal);
  const began = performance.now();
  for (let chunk = 0; chunk < 30; chunk += 1) await pace(10_000);
  // 0.3 s, less the piece that may be ahead.
  expect(performance.now() - began).toBeGreaterThan(200);
  const waiting = pace(1_000_000_000);
  ending.abort();
  await expect(waiting).rejects.toThrow('abort');
});
