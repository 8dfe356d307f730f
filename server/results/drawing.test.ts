import { describe, expect, it } from 'vitest';
import type { FullMember } from '#contract/groups.ts';
import type { Scheme } from '#contract/rules/scheme.ts';
import { rowsOf } from './draw-table.ts';
import { visualRuns } from './visual-runs.ts';

describe('a line on paper', () => {
  it('has runs of one direction in the order that they are read from left to right', () => {
    const textsOf = (line: string) => visualRuns(line).map(({ text }) => text);
    expect(textsOf('Ali Khan')).toEqual(['Ali Khan']);
    expect(textsOf('محمد علی')).toEqual(['محمد علی']);
    expect(textsOf('Group of علی خان (A)')).toEqual(['Group of ', 'علی خان', ' (A)']);
    // A number stays in the run of the letters before it.
    expect(textsOf('Group of علی, 2027')).toEqual(['Group of ', '2027', 'علی, ']);
    // A line that begins from the right ends at the left.
    expect(textsOf('علی Smith')).toEqual(['Smith', 'علی ']);
    expect(textsOf('علی 12 خان')).toEqual([' خان', '12', 'علی ']);
    expect(textsOf('')).toEqual([]);
  });
});

describe('the rows of a result sheet', () => {
  const milestone = (key: string, total: number, weight: number) => ({
    ...{ key, title: key, total, weight, markers: ['supervisor' as const] },
  });
  const scheme: Scheme = {
    parts: [
      { title: 'First', milestones: [milestone('one', 10, 1), milestone('two', 20, 1)] },
      { title: 'Second', milestones: [milestone('three', 10, 2)] },
    ],
  };
  const member = (marks: Record<string, number | null>) =>
    Object.fromEntries(
      Object.entries(marks).map(([key, value]) => [key, { marks: value }]),
    ) as unknown as FullMember;

  it('are sums by part and over all, and a final mark where weights differ from totals', () => {
    const rows = rowsOf(scheme, [member({ one: 5, two: 0, three: 10 }), member({ one: null })]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['First', '30', '5', '–'],
      ['one', '10', '5', '–'],
      ['two', '20', '0', '–'],
      ['Second', '10', '10', '–'],
      ['three', '10', '10', '–'],
      ['Overall', '40', '15', '–'],
      ['Final mark, each milestone by its weight', '%', '62.5', '–'],
      ['Milestones marked', '3', '3', '0'],
    ]);
  });
});
