import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareFractions,
  computeFinalMark,
  computeFinalMarkFraction,
  isUnweightedScheme,
  toFraction,
} from './final-mark.ts';
import type { MarkingScheme, Milestone } from './scheme.ts';

const milestone = (key: string, total: number, weight: number): Milestone => ({
  key,
  title: key,
  total,
  weight,
  markers: ['supervisor'],
});
const schemeOf = (...milestones: Milestone[]): MarkingScheme => ({
  parts: [{ title: 'All', milestones }],
});
const entriesOf = (...marks: number[]) =>
  Object.fromEntries(marks.map((mark, index) => [`m${index}`, { marks: mark }]));
const hundredths = (max: number) => fc.integer({ min: 1, max }).map((value) => value / 100);

describe('toFraction', () => {
  it.each([
    [0, 0n, 1n],
    [12, 12n, 1n],
    [0.1, 1n, 10n],
    [88.23, 8823n, 100n],
    [1e-7, 1n, 10_000_000n],
    [2.5e-7, 25n, 100_000_000n],
    [1e21, 10n ** 21n, 1n],
  ])('returns the exact value of %d', (value, numerator, denominator) => {
    expect(toFraction(value)).toEqual({ numerator, denominator });
  });
});

describe('the final mark', () => {
  it.each([
    // The exact mark of these three rows is 44.115, but their floating-point sums differ.
    [[200], [88.23], 44.12],
    [[100, 100], [44.11, 44.12], 44.12],
    [[100, 100], [8.23, 80], 44.12],
    [[200], [110.01], 55.01],
    [[200], [110.02], 55.01],
    [[3], [1], 33.33],
    [[3], [2], 66.67],
    [[10], [10], 100],
  ])('is rounded half up: totals %j and marks %j give %d %%', (totals, marks, percent) => {
    const scheme = schemeOf(...totals.map((total, index) => milestone(`m${index}`, total, total)));
    expect(computeFinalMark(entriesOf(...marks), scheme)).toBe(percent);
  });

  it('is compared without rounding, so that 110.02 of 200 ranks above 110.01 of 200, although both round to 55.01 %', () => {
    const scheme = schemeOf(milestone('m0', 200, 200));
    const [less, more] = [110.01, 110.02].map((mark) =>
      computeFinalMarkFraction(entriesOf(mark), scheme),
    );
    if (!less || !more) throw new Error('The milestone has a weight.');
    expect(compareFractions(less, more)).toBeLessThan(0);
  });

  it('does not change if every weight is multiplied by the same factor', () => {
    const part = fc.tuple(
      hundredths(100_000),
      hundredths(10_000),
      fc.integer({ min: 0, max: 100 }),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        const entries = entriesOf(...parts.map(([total, mark]) => Math.min(total, mark)));
        const weighted = (times: number) =>
          schemeOf(
            ...parts.map(([total, , weight], i) => milestone(`m${i}`, total, weight * times)),
          );
        expect(computeFinalMark(entries, weighted(8))).toBe(computeFinalMark(entries, weighted(1)));
      }),
    );
  });

  it('is considered unweighted if and only if all weights are proportional to the milestones’ totals', () => {
    const ratio = (...weights: number[]) =>
      schemeOf(...weights.map((weight, index) => milestone(`m${index}`, 10 * (index + 1), weight)));
    expect(isUnweightedScheme(ratio(0.1, 0.2, 0.3))).toBe(true);
    expect(isUnweightedScheme(ratio(0.1, 0.2, 0.300001))).toBe(false);
    expect(isUnweightedScheme({ parts: [] })).toBe(true);
  });
});
