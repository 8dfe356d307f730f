import { fewMarks, type Strictness } from '#contract/insights.ts';
import { createTextComparer } from '#contract/values/sort-key.ts';
import { twoDecimals } from './spread.ts';

/** What one marker gave for one milestone: how many marks, and their sum in per cent. */
export type Given = { key: string; name: string; milestone: string; marks: number; sum: number };

/**
 * Each marker’s mean less the mean of all marks on the same milestones, each milestone as often as the marker marked
 * it, so that whoever marks the easy milestones does not look mild. The strictest come first.
 */
export function strictnessOf(given: readonly Given[]): Strictness[] {
  const means = new Map(
    [...Map.groupBy(given, ({ milestone }) => milestone)].map(([milestone, rows]) => [
      milestone,
      total(rows, 'sum') / total(rows, 'marks'),
    ]),
  );
  const compare = createTextComparer();
  return [...Map.groupBy(given, ({ key }) => key)]
    .map(([key, rows]) => {
      const marks = total(rows, 'marks');
      const mean = total(rows, 'sum') / marks;
      const expected =
        rows.reduce((sum, row) => sum + (means.get(row.milestone) ?? 0) * row.marks, 0) / marks;
      return {
        key,
        name: rows[0]?.name ?? '',
        marks,
        mean: twoDecimals(mean),
        expected: twoDecimals(expected),
        difference: twoDecimals(mean - expected),
        isFew: marks < fewMarks,
      };
    })
    .sort((a, b) => a.difference - b.difference || compare(a.name, b.name));
}

const total = (rows: readonly Given[], of: 'marks' | 'sum') =>
  rows.reduce((sum, row) => sum + row[of], 0);
