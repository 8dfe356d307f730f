import { nice, ticks } from 'd3-array';

/** The long axis of a chart: its ends, and the values that have a line. */
export type Axis = { from: number; to: number; ticks: readonly number[] };

export const perHundred: Axis = { from: 0, to: 100, ticks: [0, 25, 50, 75, 100] };

/** From 0 to a round number that is at least `most`, with a line at up to six whole numbers. */
export function axisOfCounts(most: number): Axis {
  const steps = Math.max(1, Math.min(3, most));
  const [from, to] = nice(0, Math.max(1, most), steps);
  return { from, to, ticks: ticks(from, to, steps) };
}

/** From as far left of 0 as right of it: the same difference is as long on both sides. */
export function axisOfDifferences(differences: readonly number[]): Axis {
  const widest = Math.max(5, ...differences.map(Math.abs));
  const end = Math.ceil(widest / 5) * 5;
  return { from: -end, to: end, ticks: [-end, 0, end] };
}

/** How far along the axis a value stands, in per cent of its length. */
export const along = ({ from, to }: Axis, value: number): number =>
  ((value - from) / (to - from)) * 100;
