import type { MarksSpread } from '#contract/insights.ts';

/** A mark as a percentage of the milestone's total, and the number of times that it was given. */
export type MarkFrequency = { percent: number; count: number };

export const roundToTwoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** Returns the distribution of marks, or undefined if there are none. Quartiles match Excel's function QUARTILE.INC. */
export function computeMarkDistribution(
  counted: readonly MarkFrequency[],
): Omit<MarksSpread, 'key' | 'label'> | undefined {
  const sorted = counted.filter(({ count }) => count > 0).sort((a, b) => a.percent - b.percent);
  const marks = sorted.reduce((sum, { count }) => sum + count, 0);
  if (marks === 0) return undefined;
  const sum = sorted.reduce((total, { percent, count }) => total + percent * count, 0);
  const at = (share: number) => roundToTwoDecimals(quantile(sorted, marks, share));
  return {
    marks,
    min: at(0),
    q1: at(0.25),
    median: at(0.5),
    q3: at(0.75),
    max: at(1),
    mean: roundToTwoDecimals(sum / marks),
  };
}

function quantile(sorted: readonly MarkFrequency[], marks: number, share: number): number {
  const rank = (marks - 1) * share;
  const [below, above] = [valueAt(sorted, Math.floor(rank)), valueAt(sorted, Math.ceil(rank))];
  return below + (above - below) * (rank - Math.floor(rank));
}

function valueAt(sorted: readonly MarkFrequency[], place: number): number {
  let before = 0;
  for (const { percent, count } of sorted) {
    before += count;
    if (place < before) return percent;
  }
  return Number.NaN;
}
