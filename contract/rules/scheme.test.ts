import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { semesterPart, smallScheme, vivaPart } from '#tools/test/small-scheme.ts';
import { computeFinalMark, isUnweightedScheme } from './final-mark.ts';
import { buildMarksSchema } from './marks-for.ts';
import {
  findMilestone,
  findPartByTitle,
  findPartOfMilestone,
  formatPartTitles,
  hasExternalExaminer,
  hasViva,
  listMarkers,
  listMilestones,
  type MarkingScheme,
  Milestone,
  sumMarks,
} from './scheme.ts';
import {
  formatMarkedCount,
  formatMarksSum,
  noMarksPlaceholder,
  sumMarkedMilestones,
} from './shown-sum.ts';

const all = listMilestones(smallScheme);
const thesis = { title: 'Thesis', total: 10 };
const errorOf = (value: unknown) =>
  buildMarksSchema(thesis).safeParse(value).error?.issues[0]?.message;

function weighted(...weights: number[]): MarkingScheme {
  let at = 0;
  return {
    parts: smallScheme.parts.map((part) => ({
      ...part,
      milestones: part.milestones.map((milestone) => ({
        ...milestone,
        weight: weights[at++] ?? 0,
      })),
    })),
  };
}

describe('a marking scheme', () => {
  test('can be searched for a milestone by key, and for a part by title', () => {
    expect(findMilestone(smallScheme, 'month1')?.title).toBe('Month 1');
    expect(findMilestone(smallScheme, 'month7')).toBeUndefined();
    expect(findPartOfMilestone(smallScheme, 'externalViva')).toBe(vivaPart);
    expect(findPartOfMilestone(smallScheme, 'month7')).toBeUndefined();
    expect(findPartByTitle(smallScheme, 'Semester 7')).toBe(semesterPart);
    for (const title of ['SEMESTER-7', 'semester7', ' 7 '])
      expect(findPartByTitle(smallScheme, title)).toBe(semesterPart);
    for (const title of ['Semester 8', '8', '', '-'])
      expect(findPartByTitle(smallScheme, title)).toBeUndefined();
  });

  test('lists for each part the roles that mark at least one of its milestones', () => {
    expect([semesterPart, vivaPart].map(listMarkers)).toEqual([
      ['supervisor'],
      ['externalExaminer'],
    ]);
    const both = {
      ...semesterPart,
      milestones: [...semesterPart.milestones, ...vivaPart.milestones],
    };
    expect(listMarkers(both)).toEqual(['supervisor', 'externalExaminer']);
  });

  test('lists its part titles with commas, and with “or” before the last title', () => {
    const parts = [semesterPart, { ...semesterPart, title: 'Semester 8' }, vivaPart];
    expect(formatPartTitles({ parts })).toBe('Semester 7, Semester 8 or External Viva');
  });

  test.each([
    '_id',
    'name',
    'phone',
    'viva',
    'group',
    'constructor',
    '__proto__',
    'Month1',
    'a b',
    '',
  ])('rejects a milestone with the key %j', (key) => {
    expect(Milestone.safeParse({ ...semesterPart.milestones[0], key }).success).toBe(false);
  });

  test.each([0, -1, 1001, 7.125, Number.NaN])('rejects a milestone with a total of %d', (total) => {
    expect(Milestone.safeParse({ ...semesterPart.milestones[0], total }).success).toBe(false);
  });
});

describe('marks', () => {
  const totals = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100);

  it('may be any number from 0 to the milestone’s total with at most two decimals', () => {
    fc.assert(
      fc.property(totals, fc.nat(100_000), (total, cents) => {
        fc.pre(cents / 100 <= total);
        expect(buildMarksSchema({ title: 'Thesis', total }).parse(cents / 100)).toBe(cents / 100);
      }),
    );
  });

  it('may be null, which means that the milestone has not been marked yet', () => {
    expect(buildMarksSchema(thesis).parse(null)).toBeNull();
  });

  it.each([
    [-0.01, 'Thesis: enter marks from 0 to 10.'],
    [10.01, 'Thesis: enter marks from 0 to 10.'],
    [1e308, 'Thesis: enter marks from 0 to 10.'],
    [9.999, 'Thesis: marks can have up to two decimals.'],
    [1e-7, 'Thesis: marks can have up to two decimals.'],
    ['seven', 'Thesis: marks must be a number.'],
    ['11', 'Thesis: enter marks from 0 to 10.'],
    [Number.NaN, 'Thesis: marks must be a number.'],
    [Number.POSITIVE_INFINITY, 'Thesis: marks must be a number.'],
    [true, 'Thesis: marks must be a number.'],
  ])('are rejected with an error that names the milestone: %s', (value, message) => {
    expect(errorOf(value)).toBe(message);
  });
});

describe('a sum of marks', () => {
  const entry = (total: number) =>
    fc.option(fc.record({ marks: fc.option(fc.nat(total * 100).map((cents) => cents / 100)) }), {
      nil: undefined,
    });
  const sheets = fc.record(Object.fromEntries(all.map(({ key, total }) => [key, entry(total)])), {
    requiredKeys: [],
  });

  it('counts an unmarked milestone as 0', () => {
    expect(sumMarks({}, all)).toBe(0);
    expect(sumMarks({ proposal: { marks: null }, month1: { marks: 4.5 } }, all)).toBe(4.5);
  });

  it('has no floating-point error', () => {
    expect(sumMarks({ month1: { marks: 0.1 }, proposal: { marks: 0.2 } }, all)).toBe(0.3);
    fc.assert(
      fc.property(sheets, (sheet) => {
        const sum = sumMarks(sheet, all);
        expect(sum).toBe(Number(sum.toFixed(2)));
      }),
    );
  });

  it('can be limited to marked milestones, and is then returned with their maximum marks and their number', () => {
    const sheet = { proposal: { marks: 7 }, thesis: { marks: 0 }, month1: { marks: null } };
    expect(sumMarkedMilestones(sheet, all)).toEqual({ sum: 7, total: 20, marked: 2 });
  });

  it('is shown as a dash until a milestone is marked, and together with the number of marked milestones', () => {
    const sheet = { proposal: { marks: 0 }, month1: { marks: null } };
    const [first] = all;
    expect([formatMarksSum({}, all), formatMarkedCount({}, all)]).toEqual([
      noMarksPlaceholder,
      `0 of ${all.length} milestones marked`,
    ]);
    expect([formatMarksSum(sheet, all), formatMarkedCount(sheet, all)]).toEqual([
      0,
      `1 of ${all.length} milestones marked`,
    ]);
    expect(formatMarkedCount({}, first ? [first] : [])).toBe('0 of 1 milestone marked');
  });
});

describe('the final mark of a weighted scheme', () => {
  const scheme = weighted(0, 1, 1, 2);

  test('counts each milestone in proportion to its weight', () => {
    expect(isUnweightedScheme(scheme)).toBe(false);
    // The viva has twice the weight of a month, so half marks in the viva count as much as full marks in a month.
    const sheet = { proposal: { marks: 10 }, month1: { marks: 10 }, externalViva: { marks: 20 } };
    expect(computeFinalMark(sheet, scheme)).toBe(50);
  });

  test('is undefined if all weights are 0', () => {
    expect(computeFinalMark({}, weighted())).toBeUndefined();
  });
});

describe('hasViva and hasExternalExaminer', () => {
  const milestone = (marker: 'supervisor' | 'externalExaminer') => ({
    key: 'month1',
    title: 'Month 1',
    total: 10,
    weight: 1,
    markers: [marker],
  });

  it.each([
    ['a viva', { viva: true, milestones: [milestone('supervisor')] }, true, true],
    ['an examiner only', { milestones: [milestone('externalExaminer')] }, false, true],
    ['neither', { viva: false, milestones: [milestone('supervisor')] }, false, false],
  ])('return what a scheme with %s has', (_, part, viva, examiner) => {
    const scheme = { parts: [{ title: 'Year', ...part }] };
    expect(hasViva(scheme)).toBe(viva);
    expect(hasExternalExaminer(scheme)).toBe(examiner);
  });
});
