import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHandOverQueue } from './hand-over.ts';

test('at most two email hand-overs to the mail server are in progress, in the order in which they were requested', async () => {
  const next = createHandOverQueue();
  const begun: number[] = [];
  const handOvers = [0, 1, 2, 3, 4].map((index) => {
    const handOver = next();
    void handOver.began.then(() => begun.push(index));
    return handOver;
  });
  await sleep(20);
  expect(begun).toEqual([0, 1]);
  handOvers[1]?.end();
  await sleep(20);
  expect(begun).toEqual([0, 1, 2]);
  // A hand-over that ends before its turn must not block other hand-overs.
  handOvers[3]?.end();
  handOvers[0]?.end();
  await handOvers[4]?.began;
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test('an email hand-over that never ends delays the next hand-over only until the time limit', async () => {
  const next = createHandOverQueue(30);
  next();
  next();
  const began = performance.now();
  await next().began;
  expect(performance.now() - began).toBeGreaterThan(25);
  await next().began;
});
