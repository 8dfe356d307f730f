import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildCountAxis, buildDifferenceAxis, getAxisPercent } from './axis.ts';

test('buildCountAxis returns an axis that ends at a round number and has whole-number ticks', () => {
  expect(buildCountAxis(0)).toEqual({ from: 0, to: 1, ticks: [0, 1] });
  expect(buildCountAxis(2)).toEqual({ from: 0, to: 2, ticks: [0, 1, 2] });
  expect(buildCountAxis(117)).toEqual({ from: 0, to: 150, ticks: [0, 50, 100, 150] });
});

test('buildCountAxis returns two to six ticks for any maximum count up to 100,000', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), (most) => {
      const { from, to, ticks } = buildCountAxis(most);
      expect([ticks[0], ticks.at(-1)]).toEqual([from, to]);
      expect(to).toBeGreaterThanOrEqual(most);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }),
  );
});

test('buildDifferenceAxis returns an axis that is symmetric about 0', () => {
  expect(buildDifferenceAxis([])).toEqual({ from: -5, to: 5, ticks: [-5, 0, 5] });
  expect(buildDifferenceAxis([-9.2, 4])).toEqual({ from: -10, to: 10, ticks: [-10, 0, 10] });
});

test('getAxisPercent returns a value’s position on the axis as a percentage', () => {
  const axis = buildDifferenceAxis([-10]);
  expect([-10, 0, 5].map((value) => getAxisPercent(axis, value))).toEqual([0, 50, 75]);
});
