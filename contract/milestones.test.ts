import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Milestone,
  marksFor,
  milestoneKeys,
  milestones,
  milestonesOf,
  perMilestone,
  semesters,
  sumOf,
  totalOf,
} from './milestones.ts';

const aMilestone = fc.constantFrom(...milestoneKeys);
const cents = (milestone: Milestone) =>
  fc.integer({ min: 0, max: milestones[milestone].total * 100 });
const errorOf = (milestone: Milestone, value: unknown) =>
  marksFor(milestone).safeParse(value).error?.issues[0]?.message;

describe('the milestones', () => {
  it('are the fourteen of the specification in its order', () => {
    expect(milestoneKeys).toEqual([
      'proposal',
      'month1',
      'month2',
      'month3',
      'month4',
      'firstInternalViva',
      'progressReport',
      'teamCollaboration',
      'month5',
      'month6',
      'similarityReport',
      'thesis',
      'secondInternalViva',
      'externalViva',
    ]);
  });

  it('have the totals of the specification', () => {
    expect(perMilestone((key) => milestones[key].total)).toEqual({
      proposal: 10,
      month1: 10,
      month2: 10,
      month3: 10,
      month4: 10,
      firstInternalViva: 20,
      progressReport: 20,
      teamCollaboration: 10,
      month5: 10,
      month6: 10,
      thesis: 10,
      secondInternalViva: 20,
      similarityReport: 10,
      externalViva: 40,
    });
  });

  it('belong to one tab each, which add up to 100, 60 and 40', () => {
    expect(semesters.flatMap(milestonesOf).toSorted()).toEqual(milestoneKeys.toSorted());
    expect(semesters.map((semester) => totalOf(milestonesOf(semester)))).toEqual([100, 60, 40]);
    expect(totalOf(milestoneKeys)).toBe(200);
  });
});

describe('marks', () => {
  it('are anything from 0 to the total with at most two decimals', () => {
    fc.assert(
      fc.property(
        aMilestone.chain((key) => fc.tuple(fc.constant(key), cents(key))),
        ([key, hundredths]) => {
          expect(marksFor(key).parse(hundredths / 100)).toBe(hundredths / 100);
        },
      ),
    );
  });

  it('are never outside that range', () => {
    fc.assert(
      fc.property(aMilestone, fc.double({ noNaN: true }), (key, value) => {
        const { total } = milestones[key];
        fc.pre(value < 0 || value > total);
        expect(marksFor(key).safeParse(value).success).toBe(false);
      }),
    );
  });

  it('are null for not marked yet', () => {
    for (const key of milestoneKeys) expect(marksFor(key).parse(null)).toBeNull();
  });

  it.each([
    [-0.01, 'Thesis: marks go from 0 to 10.'],
    [10.01, 'Thesis: marks go from 0 to 10.'],
    [1e308, 'Thesis: marks go from 0 to 10.'],
    [9.999, 'Thesis: marks have at most two decimals.'],
    [1e-7, 'Thesis: marks have at most two decimals.'],
    ['seven', 'Thesis: marks must be a number.'],
    ['11', 'Thesis: marks go from 0 to 10.'],
    [Number.NaN, 'Thesis: marks must be a number.'],
    [Number.POSITIVE_INFINITY, 'Thesis: marks must be a number.'],
    [true, 'Thesis: marks must be a number.'],
  ])('%s is refused, naming the milestone', (value, message) => {
    expect(errorOf('thesis', value)).toBe(message);
  });
});

describe('a sum', () => {
  const sheets = fc.record(
    perMilestone((key) =>
      fc.option(fc.record({ marks: fc.option(cents(key).map((value) => value / 100)) }), {
        nil: undefined,
      }),
    ),
    { requiredKeys: [] },
  );

  it('counts a milestone that is not marked as 0', () => {
    expect(sumOf({}, milestoneKeys)).toBe(0);
    expect(sumOf({ proposal: { marks: null }, month1: { marks: 4.5 } }, milestoneKeys)).toBe(4.5);
  });

  it('has no dust of floating point', () => {
    expect(sumOf({ month1: { marks: 0.1 }, month2: { marks: 0.2 } }, milestoneKeys)).toBe(0.3);
    fc.assert(
      fc.property(sheets, (sheet) => {
        const sum = sumOf(sheet, milestoneKeys);
        expect(sum).toBe(Number(sum.toFixed(2)));
      }),
    );
  });

  it('lies between 0 and the total, and is that of the tabs together', () => {
    fc.assert(
      fc.property(sheets, (sheet) => {
        const sum = sumOf(sheet, milestoneKeys);
        expect(sum).toBeGreaterThanOrEqual(0);
        expect(sum).toBeLessThanOrEqual(totalOf(milestoneKeys));
        const byTab = semesters.map((semester) => sumOf(sheet, milestonesOf(semester)));
        expect(sum).toBeCloseTo(
          byTab.reduce((a, b) => a + b, 0),
          6,
        );
      }),
    );
  });
});
