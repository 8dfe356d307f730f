import { expect, test } from 'vitest';
import { compareWorlds } from './two-worlds.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

test('nobody sees a difference between worlds that differ in what he must not see', async () => {
  const { pairs, answers, ...outcome } = await compareWorlds({ size: 1000, seed });
  expect(outcome, `seed ${seed}`).toEqual({ differingBytes: 0, first: undefined });
  expect(pairs).toBe(1000);
  expect(answers).toBeGreaterThan(1000 * 80);
}, 900_000);

test('who may see the difference sees it: the comparison would notice', async () => {
  const as = 'supervisor';
  const { differingBytes } = await compareWorlds({ size: 1, seed, only: 'member', as });
  expect(differingBytes, `seed ${seed}`).toBeGreaterThan(0);
}, 600_000);
