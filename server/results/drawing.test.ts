import { describe, expect, it } from 'vitest';
import type { FullMember } from '#contract/groups.ts';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import { buildMarksTableRows } from './draw-table.ts';
import { getVisualRuns, toBidiParagraph } from './visual-runs.ts';

describe('getVisualRuns', () => {
  it('returns the directional runs of a line in visual order, from left to right', () => {
    const textsOf = (text: string) =>
      getVisualRuns({ paragraph: toBidiParagraph(text), start: 0, end: text.length }).map(
        ({ text }) => text,
      );
    expect(textsOf('Ali Khan')).toEqual(['Ali Khan']);
    expect(textsOf('محمد علی')).toEqual(['محمد علی']);
    expect(textsOf('Group of علی خان (A)')).toEqual(['Group of ', 'علی خان', ' (A)']);
    // The comma belongs to the run of Urdu letters before it. The number is a separate run.
    expect(textsOf('Group of علی, 2027')).toEqual(['Group of ', '2027', 'علی, ']);
    // The first letter determines that the whole line is right-to-left.
    expect(textsOf('علی Smith')).toEqual(['Smith', 'علی ']);
    expect(textsOf('علی 12 خان')).toEqual([' خان', '12', 'علی ']);
    expect(textsOf('')).toEqual([]);
  });
});

describe('the marks table of a result sheet', () => {
  const milestone = (key: string, total: number, weight: number) => ({
    key,
    title: key,
    total,
    weight,
    markers: ['supervisor' as const],
  });
  const scheme: MarkingScheme = {
    parts: [
      { title: 'First', milestones: [milestone('one', 10, 1), milestone('two', 20, 1)] },
      { title: 'Second', milestones: [milestone('three', 10, 2)] },
    ],
  };
  const member = (marks: Record<string, number | null>) =>
    Object.fromEntries(
      Object.entries(marks).map(([key, value]) => [key, { marks: value }]),
    ) as unknown as FullMember;

  it('has a subtotal for each part of the marking scheme, an overall total, and a final mark if the milestones’ weights differ from their totals', () => {
    const rows = buildMarksTableRows(scheme, [
      member({ one: 5, two: 0, three: 10 }),
      member({ one: null }),
    ]);
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
