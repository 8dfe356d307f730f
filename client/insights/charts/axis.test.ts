import fc from 'fast-check';
import { expect, test } from 'vitest';
import { along, axisOfCounts, axisOfDifferences } from './axis.ts';

test('an axis of counts has whole numbers alone, and goes to a round one', () => {
  expect(axisOfCounts(0)).toEqual({ from: 0, to: 1, ticks: [0, 1] });
  expect(axisOfCounts(2)).toEqual({ from: 0, to: 2, ticks: [0, 1, 2] });
  expect(axisOfCounts(117)).toEqual({ from: 0, to: 150, ticks: [0, 50, 100, 150] });
});

test('an axis of counts holds every count, from 0 to its last line, with at most six lines', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), (most) => {
      const { from, to, ticks } = axisOfCounts(most);
      expect([ticks[0], ticks.at(-1)]).toEqual([from, to]);
      expect(to).toBeGreaterThanOrEqual(most);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }),
  );
});

test('an axis of differences is as long on both sides of 0', () => {
  expect(axisOfDifferences([])).toEqual({ from: -5, to: 5, ticks: [-5, 0, 5] });
  expect(axisOfDifferences([-9.2, 4])).toEqual({ from: -10, to: 10, ticks: [-10, 0, 10] });
});

test('values stand along the axis in per cent of its length', () => {
  const axis = axisOfDifferences([-10]);
  expect([-10, 0, 5].map((value) => along(axis, value))).toEqual([0, 50, 75]);
});
