import { describe, expect, it } from 'vitest';
import type { FullMember } from '#contract/groups.ts';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import { createStandingReader, rankStudents } from './rank.ts';

const milestone = (key: string, total: number, weight: number) => ({
  key,
  title: key,
  total,
  weight,
  markers: ['supervisor' as const],
});
const scheme: MarkingScheme = {
  parts: [
    { title: 'First', milestones: [milestone('one', 10, 1)] },
    { title: 'Second', milestones: [milestone('two', 20, 3)] },
  ],
};
const student = (roll: string, first: number | null, second: number | null) => {
  const entry = (marks: number | null) => ({ marks, feedback: null, revision: 0 });
  const member = { roll, one: entry(first), two: entry(second) } as unknown as FullMember;
  return member;
};
const ranked = (markingScheme: MarkingScheme, ...students: ReturnType<typeof student>[]) =>
  rankStudents(students.map(createStandingReader(markingScheme))).map(
    ({ roll, position, isComplete }) => [position, roll, isComplete],
  );

describe('rankStudents', () => {
  it('sorts students by weighted final mark and then by roll number, and assigns equal ranks to equal marks', () => {
    expect(
      ranked(
        scheme,
        student('F22-10', 10, 0),
        student('F22-3', 0, 20),
        student('F22-11', 0, 20),
        student('F22-9', 0, 20),
        student('F22-1', 5, 10),
        student('F22-2', 10, 20),
      ),
    ).toEqual([
      [1, 'F22-2', true],
      [2, 'F22-3', true],
      [2, 'F22-9', true],
      [2, 'F22-11', true],
      [5, 'F22-1', true],
      [6, 'F22-10', true],
    ]);
  });

  it('counts a missing mark as 0 but, unlike an actual mark of 0, reports the student as incomplete', () => {
    expect(ranked(scheme, student('b', null, 20), student('a', 0, 20))).toEqual([
      [1, 'a', true],
      [1, 'b', false],
    ]);
  });

  it('assigns no rank to students without marks, and sorts them last, by roll number', () => {
    expect(
      ranked(
        scheme,
        student('a', null, null),
        student('d', 0, 0),
        student('b', null, null),
        student('e', 0, null),
        student('c', 10, null),
      ),
    ).toEqual([
      [1, 'c', false],
      [2, 'd', true],
      [2, 'e', false],
      [undefined, 'a', false],
      [undefined, 'b', false],
    ]);
  });

  it('sorts by the sum of marks if all weights are 0, and returns an empty list for no students', () => {
    const parts = scheme.parts.map((part) => ({
      ...part,
      milestones: part.milestones.map((item) => ({ ...item, weight: 0 })),
    }));
    expect(ranked({ parts }, student('a', 5, 5), student('b', 10, 1))).toEqual([
      [1, 'b', true],
      [2, 'a', true],
    ]);
    expect(rankStudents([])).toEqual([]);
  });
});
