import { nice, ticks } from 'd3-array';

/** `ticks` are the values with a grid line. */
export type ChartAxis = { from: number; to: number; ticks: readonly number[] };

export const percentAxis: ChartAxis = { from: 0, to: 100, ticks: [0, 25, 50, 75, 100] };

/** The axis ends at a round number that is at least `most`, with at most six whole-number ticks. */
export function buildCountAxis(most: number): ChartAxis {
  const steps = Math.max(1, Math.min(3, most));
  const [from, to] = nice(0, Math.max(1, most), steps);
  return { from, to, ticks: ticks(from, to, steps) };
}

export function buildDifferenceAxis(differences: readonly number[]): ChartAxis {
  const widest = Math.max(5, ...differences.map(Math.abs));
  const end = Math.ceil(widest / 5) * 5;
  return { from: -end, to: end, ticks: [-end, 0, end] };
}

/** Converts a value to a percentage of the axis length. */
export const getAxisPercent = ({ from, to }: ChartAxis, value: number): number =>
  ((value - from) / (to - from)) * 100;
