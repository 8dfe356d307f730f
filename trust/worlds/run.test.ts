import { expect, test } from 'vitest';
import { Report } from '#trust/lib/instrument.ts';
import { compareWorlds, run } from './run.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

test('nobody sees a difference between worlds that differ in what they must not see', async () => {
  const report = new Report();
  await run({ size: 16, database: 'sqlite', seed }, report);
  const { violations, idle } = report;
  expect({ violations, idle }, `seed ${seed}`).toEqual({ violations: [], idle: [] });
}, 600_000);

test('who may see the difference sees it: the comparison would notice', async () => {
  const as = 'supervisor';
  const { differingBytes } = await compareWorlds({ size: 1, seed, only: 'member', as });
  expect(differingBytes, `seed ${seed}`).toBeGreaterThan(0);
}, 600_000);
