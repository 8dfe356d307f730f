import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutcomeSettings } from '#contract/settings/outcomes.ts';
import { createAttainmentReader, createOutcomeCounter, type OutcomeMarks } from './outcomes.ts';
import type { MarkingScheme } from './scheme.ts';

const buildScheme = (totals: Record<string, number>): MarkingScheme => ({
  parts: [
    {
      title: 'Part',
      milestones: Object.entries(totals).map(([key, total]) => ({
        key,
        title: key,
        total,
        weight: 1,
        markers: ['supervisor'],
      })),
    },
  ],
});

const scheme = buildScheme({ thesis: 10, viva: 40, report: 20 });
const plo = (code: string, programs?: string[]) => ({
  code,
  title: code,
  description: code,
  ...(programs && { programs }),
});
const settings: OutcomeSettings = {
  studentPercent: 50,
  cohortPercent: 60,
  plos: [plo('PLO1'), plo('PLO2', ['BSSE'])],
  clos: [
    {
      code: 'CLO1',
      description: 'Designs',
      milestones: [
        { milestone: 'thesis', weight: 2 },
        { milestone: 'viva', weight: 1 },
      ],
      plos: [{ plo: 'PLO1', weight: 3 }],
    },
    {
      code: 'CLO2',
      description: 'Writes',
      milestones: [{ milestone: 'report', weight: 1 }],
      plos: [
        { plo: 'PLO1', weight: 1 },
        { plo: 'PLO2', weight: 1 },
      ],
    },
    {
      code: 'CLO3',
      description: 'Not measured',
      milestones: [],
      plos: [{ plo: 'PLO1', weight: 9 }],
    },
  ],
};

const read = (marks: OutcomeMarks, program = 'BSSE', of = settings) =>
  Object.fromEntries(
    createAttainmentReader(of, scheme)(program, marks).map(({ code, ...rest }) => [code, rest]),
  );

describe('the attainment of a student', () => {
  it('is the weighted mean of the marks of a CLO, and of the CLOs of a PLO', () => {
    // CLO1: (2 × 60 % + 1 × 75 %) / 3 = 65 %. CLO2: 40 %. PLO1: (3 × 65 % + 40 %) / 4 = 58.75 %.
    expect(read({ thesis: 6, viva: 30, report: 8 })).toEqual({
      PLO1: { percent: 58.75, state: 'attained', isIncomplete: false },
      PLO2: { percent: 40, state: 'below', isIncomplete: false },
      CLO1: { percent: 65, state: 'attained', isIncomplete: false },
      CLO2: { percent: 40, state: 'below', isIncomplete: false },
      CLO3: { percent: null, state: 'unmarked', isIncomplete: false },
    });
  });

  it('counts only marked milestones and CLOs, and says that marks are missing', () => {
    expect(read({ viva: 30, report: null })).toEqual({
      PLO1: { percent: 75, state: 'attained', isIncomplete: true },
      PLO2: { percent: null, state: 'unmarked', isIncomplete: false },
      CLO1: { percent: 75, state: 'attained', isIncomplete: true },
      CLO2: { percent: null, state: 'unmarked', isIncomplete: false },
      CLO3: { percent: null, state: 'unmarked', isIncomplete: false },
    });
  });

  it('counts a mark of 0 as a mark', () => {
    expect(read({ report: 0 }).CLO2).toEqual({ percent: 0, state: 'below', isIncomplete: false });
  });

  it('contains only the PLOs of the program, regardless of the case of its code', () => {
    expect(Object.keys(read({ report: 8 }, 'BSCS'))).toEqual(['PLO1', 'CLO1', 'CLO2', 'CLO3']);
    expect(read({ report: 8 }, 'bsse').PLO2).toMatchObject({ percent: 40 });
  });

  it('is compared with the threshold before it is rounded', () => {
    const third = buildScheme({ a: 3, b: 3, c: 3 });
    const milestones = ['a', 'b', 'c'].map((milestone) => ({ milestone, weight: 1 }));
    const clos = [{ code: 'CLO1', description: 'x', milestones, plos: [] }];
    const readShare = (studentPercent: number, marks: OutcomeMarks) =>
      createAttainmentReader({ ...settings, plos: [], clos, studentPercent }, third)(
        'BSSE',
        marks,
      )[0];
    // 4.49 of 9 marks are 49.888… %.
    expect(readShare(50, { a: 1.5, b: 1.5, c: 1.49 })).toMatchObject({
      percent: 49.89,
      state: 'below',
    });
    expect(readShare(50, { a: 1.5, b: 1.5, c: 1.5 })).toMatchObject({ state: 'attained' });
    // One tenth three times is exactly three tenths.
    expect(readShare(10, { a: 0.3, b: 0.3, c: 0.3 })).toMatchObject({
      percent: 10,
      state: 'attained',
    });
  });
});

describe('the attainment of a cohort', () => {
  it('is the share of the students with marks who attain the outcome', () => {
    const counter = createOutcomeCounter(settings);
    const attain = createAttainmentReader(settings, scheme);
    for (const report of [8, 10, 20, null]) counter.add(attain('BSSE', { report }));
    expect(counter.summarise('CLO2')).toEqual({
      code: 'CLO2',
      students: 3,
      attained: 2,
      incomplete: 0,
      percent: 66.67,
      mean: 63.33,
      isAttained: true,
    });
    expect(counter.summarise('CLO1')).toMatchObject({
      students: 0,
      percent: null,
      isAttained: null,
    });
    expect(counter.summarise('PLO1')).toMatchObject({ students: 3, incomplete: 3 });
  });

  it('reaches the threshold exactly', () => {
    const counter = createOutcomeCounter(settings);
    const attain = createAttainmentReader(settings, scheme);
    for (const report of [20, 20, 20, 0, 0]) counter.add(attain('BSSE', { report }));
    expect(counter.summarise('CLO2')).toMatchObject({ percent: 60, isAttained: true });
    counter.add(attain('BSSE', { report: 0 }));
    expect(counter.summarise('CLO2')).toMatchObject({ percent: 50, isAttained: false });
  });
});

describe('any attainment', () => {
  const keys = ['thesis', 'viva', 'report'] as const;
  const totals = { thesis: 10, viva: 40, report: 20 };
  const weight = fc.integer({ min: 1, max: 100_000 }).map((hundredths) => hundredths / 100);
  const markOf = (total: number) =>
    fc.option(fc.integer({ min: 0, max: total * 100 }).map((hundredths) => hundredths / 100));
  const marks = fc.record({ thesis: markOf(10), viva: markOf(40), report: markOf(20) });
  const clo = (code: string) =>
    fc
      .record({
        chosen: fc.uniqueArray(fc.constantFrom(...keys)),
        weights: fc.array(weight, { minLength: 3, maxLength: 3 }),
        ploWeight: weight,
      })
      .map(({ chosen, weights, ploWeight }) => ({
        code,
        description: code,
        milestones: chosen.map((milestone, at) => ({ milestone, weight: weights[at] ?? 1 })),
        plos: [{ plo: 'PLO1', weight: ploWeight }],
      }));
  const anySettings = fc
    .tuple(clo('CLO1'), clo('CLO2'), clo('CLO3'))
    .map((clos): OutcomeSettings => ({ ...settings, clos }));

  it('is between 0 and 100, and exactly these for no marks and for all marks', () => {
    fc.assert(
      fc.property(anySettings, marks, (of, marksOfStudent) => {
        for (const { percent } of Object.values(read(marksOfStudent, 'BSSE', of))) {
          expect(percent ?? 0).toBeGreaterThanOrEqual(0);
          expect(percent ?? 0).toBeLessThanOrEqual(100);
        }
        for (const { percent } of Object.values(read(totals, 'BSSE', of)))
          expect([null, 100]).toContain(percent);
      }),
    );
  });
});
