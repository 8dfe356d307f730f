import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeMarkDistribution } from './spread.ts';

const each = (...percents: number[]) => percents.map((percent) => ({ percent, count: 1 }));

test('computeMarkDistribution computes the same quartiles as the spreadsheet function QUARTILE.INC', () => {
  expect(computeMarkDistribution(each(90, 10, 60, 40))).toEqual({
    marks: 4,
    min: 10,
    q1: 32.5,
    median: 50,
    q3: 67.5,
    max: 90,
    mean: 50,
  });
});

test('computeMarkDistribution returns a single mark as the minimum, median and maximum', () => {
  expect(computeMarkDistribution(each(72.5))).toMatchObject({
    marks: 1,
    min: 72.5,
    q1: 72.5,
    max: 72.5,
  });
});

test('computeMarkDistribution returns undefined if there are no marks', () => {
  expect(computeMarkDistribution([])).toBeUndefined();
  expect(computeMarkDistribution([{ percent: 50, count: 0 }])).toBeUndefined();
});

test('computeMarkDistribution returns the same result whether equal marks are passed as one entry with a count or as separate entries', () => {
  const counted = fc.array(
    fc.record({ percent: fc.integer({ min: 0, max: 100 }), count: fc.integer({ min: 1, max: 5 }) }),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(counted, (countedMarks) => {
      const single = countedMarks.flatMap(({ percent, count }) =>
        each(...Array.from({ length: count }, () => percent)),
      );
      expect(computeMarkDistribution(countedMarks)).toEqual(computeMarkDistribution(single));
    }),
  );
});
