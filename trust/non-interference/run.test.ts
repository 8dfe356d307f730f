import { expect, test } from 'vitest';
import { RunReport } from '#trust/lib/instrument.ts';
import { compareDataVariants, run } from './run.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

test('the replies to a viewer are byte-identical if the data differs only in rows that are hidden from this viewer', async () => {
  const report = new RunReport();
  await run({ size: 16, database: 'sqlite', seed }, report);
  const { violations, shortfalls } = report;
  expect({ violations, shortfalls }, `seed ${seed}`).toEqual({ violations: [], shortfalls: [] });
}, 600_000);

test('compareDataVariants reports differences if the requests are sent with the token of a user who may see the varied data', async () => {
  const as = 'supervisor';
  const { differences } = await compareDataVariants({ size: 1, seed, only: 'member', as });
  expect(differences, `seed ${seed}`).toBeGreaterThan(0);
}, 600_000);
