import { type MarkerStrictness, minMarksForComparison } from '#contract/insights.ts';
import { createTextComparer } from '#contract/values/sort-key.ts';
import { roundToTwoDecimals } from './spread.ts';

/** One marker's marks for one milestone: their number, and their sum as percentages of the milestone's total. */
export type MarkerMilestoneMarks = {
  key: string;
  name: string;
  milestone: string;
  marks: number;
  sum: number;
};

/** Returns how each marker's mean differs from the mean of all marks for the same milestones, strictest first. */
export function computeMarkerStrictness(sums: readonly MarkerMilestoneMarks[]): MarkerStrictness[] {
  const means = new Map(
    [...Map.groupBy(sums, ({ milestone }) => milestone)].map(([milestone, rows]) => [
      milestone,
      total(rows, 'sum') / total(rows, 'marks'),
    ]),
  );
  const compare = createTextComparer();
  return [...Map.groupBy(sums, ({ key }) => key)]
    .map(([key, rows]) => {
      const marks = total(rows, 'marks');
      const mean = total(rows, 'sum') / marks;
      const expected =
        rows.reduce((sum, row) => sum + (means.get(row.milestone) ?? 0) * row.marks, 0) / marks;
      return {
        key,
        name: rows[0]?.name ?? '',
        marks,
        mean: roundToTwoDecimals(mean),
        expected: roundToTwoDecimals(expected),
        difference: roundToTwoDecimals(mean - expected),
        isFew: marks < minMarksForComparison,
      };
    })
    .sort((a, b) => a.difference - b.difference || compare(a.name, b.name));
}

const total = (rows: readonly MarkerMilestoneMarks[], of: 'marks' | 'sum') =>
  rows.reduce((sum, row) => sum + row[of], 0);
