import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneHandOverAtATime } from './hand-over.ts';

test('one email at a time is handed over, in the order in which they ask', async () => {
  const next = oneHandOverAtATime();
  const begun: number[] = [];
  const handOvers = [0, 1, 2].map((index) => {
    const handOver = next();
    void handOver.began.then(() => begun.push(index));
    return handOver;
  });
  await sleep(20);
  expect(begun).toEqual([0]);
  handOvers[0]?.end();
  await sleep(20);
  expect(begun).toEqual([0, 1]);
  // One that gives up before its time keeps nobody waiting.
  handOvers[2]?.end();
  handOvers[1]?.end();
  await next().began;
  expect(begun).toEqual([0, 1, 2]);
});

test('one that does not end keeps the next waiting for a while only', async () => {
  const next = oneHandOverAtATime(30);
  next();
  const began = performance.now();
  await next().began;
  expect(performance.now() - began).toBeGreaterThan(25);
  await next().began;
});
