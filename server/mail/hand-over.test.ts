import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHandOverQueue } from './hand-over.ts';

test('email hand-overs to the mail server begin one at a time, in the order in which they were requested', async () => {
  const next = createHandOverQueue();
  const begun: number[] = [];
  const handOvers = [0, 1, 2].map((index) => {
    const handOver = next();
    void handOver.began.then(() => begun.push(index));
    return handOver;
  });
  await nextTick();
  expect(begun).toEqual([0]);
  handOvers[0]?.end();
  await nextTick();
  expect(begun).toEqual([0, 1]);
  // A hand-over that ends before its turn must not block other hand-overs.
  handOvers[2]?.end();
  handOvers[1]?.end();
  await next().began;
  expect(begun).toEqual([0, 1, 2]);
});

test('an email hand-over that never ends delays the next hand-over only until the time limit', async () => {
  const next = createHandOverQueue(30);
  next();
  await next().began;
  await next().began;
});
