import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarkingScheme } from './scheme.ts';
import { findChangedMilestones, getAllowedConversionModes, scaleMarks } from './scheme-change.ts';

type Numbers = { total: number; weight: number };
const schemeOf = (milestones: Record<string, Numbers>): MarkingScheme => ({
  parts: [
    {
      title: 'Semester 7',
      milestones: Object.entries(milestones).map(([key, numbers]) => ({
        key,
        title: key,
        markers: ['supervisor'],
        ...numbers,
      })),
    },
  ],
});
const a = { total: 10, weight: 10 };
const b = { total: 20, weight: 20 };

describe('findChangedMilestones', () => {
  it.each<[string, Record<string, Numbers>, string[]]>([
    ['a raised total', { a: { ...a, total: 10.5 }, b }, ['a']],
    ['a lowered total', { a, b: { ...b, total: 5 } }, ['b']],
    ['a changed weight', { a: { ...a, weight: 11 }, b }, ['a']],
    ['a removed milestone', { b }, ['a']],
    ['every milestone of a replaced scheme', { c: a }, ['a', 'b']],
    ['no milestone for an addition and a new order', { c: a, b, a }, []],
  ])('detects %s', (_, after, keys) => {
    const changed = findChangedMilestones(schemeOf({ a, b }), schemeOf(after));
    expect(changed.map(({ milestone }) => milestone)).toEqual(keys);
  });

  it('ignores changes to titles, markers and deadlines', () => {
    const after = schemeOf({ a });
    for (const milestone of after.parts[0]?.milestones ?? []) {
      Object.assign(milestone, { title: 'A', markers: ['externalExaminer'], deadline: 'thesis' });
    }
    expect(findChangedMilestones(schemeOf({ a }), after)).toEqual([]);
  });
});

describe('getAllowedConversionModes', () => {
  const change = (totalAfter: number | null) => ({
    milestone: 'a',
    title: 'A',
    totalBefore: 10,
    totalAfter,
    weightBefore: 10,
    weightAfter: 10,
  });

  it.each([
    ['a raised total', 20, 10, ['scale', 'keep']],
    ['a lowered total that no mark exceeds', 5, 5, ['scale', 'keep']],
    ['a lowered total that a mark exceeds', 5, 5.01, ['scale']],
    ['an unchanged total with another weight', 10, 10, ['keep']],
    ['a removed milestone', null, 10, ['remove']],
  ] as const)('returns the allowed treatments of marks for %s', (_, after, highest, choices) => {
    expect(getAllowedConversionModes(change(after), highest)).toEqual(choices);
  });
});

const hundredths = (value: number) => Math.round(value * 100);
const total = fc.integer({ min: 1, max: 100_000 }).map((value) => value / 100);
const marksUpTo = (most: number) =>
  fc.integer({ min: 0, max: hundredths(most) }).map((value) => value / 100);

describe('scaleMarks', () => {
  it.each([
    [10, 10, 20, 20, false],
    [9, 10, 5, 4.5, false],
    [1, 3, 10, 3.33, true],
    [2, 3, 10, 6.67, true],
    // The next two marks scale to exactly 0.005 and 1.005. As a floating-point number, 1.005 is slightly smaller.
    [0.01, 2, 1, 0.01, true],
    [2.01, 4, 2, 1.01, true],
    [0, 0.01, 1000, 0, false],
    [1000, 1000, 0.01, 0.01, false],
  ])('scales %d of %d to a total of %d: %d', (marks, from, to, scaled, isRounded) => {
    expect(scaleMarks(marks, from, to)).toEqual({ marks: scaled, isRounded });
  });

  it('scales marks proportionally to each of several successive totals, with an error of at most 0.005 and never above the total', () => {
    const chain = fc
      .tuple(total, fc.array(total, { minLength: 1, maxLength: 6 }))
      .chain(([first, rest]) =>
        fc.record({ marks: marksUpTo(first), totals: fc.constant([first, ...rest]) }),
      );
    fc.assert(
      fc.property(chain, ({ marks: initialMarks, totals }) => {
        let marks = initialMarks;
        for (const [index, to] of totals.slice(1).entries()) {
          const from = totals[index] ?? 0;
          const scaled = scaleMarks(marks, from, to);
          const [exact, result] = [hundredths(marks) * hundredths(to), hundredths(scaled.marks)];
          // Compare integers, to avoid rounding errors in the assertion: |2 × result × from - 2 × exact| ≤ from.
          expect(Math.abs(2 * result * hundredths(from) - 2 * exact)).toBeLessThanOrEqual(
            hundredths(from),
          );
          expect(scaled.isRounded).toBe(result * hundredths(from) !== exact);
          expect(scaled.marks).toBeGreaterThanOrEqual(0);
          expect(scaled.marks).toBeLessThanOrEqual(to);
          expect(result / 100).toBe(scaled.marks);
          marks = scaled.marks;
        }
      }),
    );
  });

  it('preserves zero marks, full marks and the order of marks', () => {
    const pair = fc
      .tuple(total, total)
      .chain(([from, to]) =>
        fc.tuple(fc.constant(from), fc.constant(to), marksUpTo(from), marksUpTo(from)),
      );
    fc.assert(
      fc.property(pair, ([from, to, a, b]) => {
        expect(scaleMarks(0, from, to).marks).toBe(0);
        expect(scaleMarks(from, from, to).marks).toBe(to);
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(scaleMarks(low, from, to).marks).toBeLessThanOrEqual(
          scaleMarks(high, from, to).marks,
        );
      }),
    );
  });
});
