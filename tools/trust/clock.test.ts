import { expect, test } from 'vitest';
import { checkInstants, zones } from './clock/check-instants.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

test('no deadline is an hour off in any zone, and none is passed before its instant', () => {
  const size = 1000;
  const { instants, skipped, twice, faults } = checkInstants({ size, seed });
  expect(faults, `seed ${seed}`).toEqual([]);
  expect(instants).toBe(size * zones.length);
  // Local times that do not exist, or exist twice, are what goes wrong.
  expect(skipped).toBeGreaterThan(50);
  expect(twice).toBeGreaterThan(50);
}, 600_000);
