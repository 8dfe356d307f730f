import { type Entries, type Milestone, sumOf, totalOf } from './scheme.ts';

/** Returns the sum and total of the marked milestones, and their number. */
export function soFarOf(
  entries: Entries,
  milestones: readonly Milestone[],
): { sum: number; total: number; marked: number } {
  const marked = milestones.filter(({ key }) => typeof entries[key]?.marks === 'number');
  return { sum: sumOf(entries, marked), total: totalOf(marked), marked: marked.length };
}

/** Formats the progress beside a sum, in which unmarked milestones count 0: "6 of 14 milestones marked". */
export function formatMarked(entries: Entries, milestones: readonly Milestone[]): string {
  const { marked } = soFarOf(entries, milestones);
  return `${marked} of ${milestones.length === 1 ? '1 milestone' : `${milestones.length} milestones`} marked`;
}

/** Placeholder for missing marks, sums and positions. */
export const notMarked = '–';

/** Returns the sum of marks, or "–" if nothing is marked. */
export const shownSumOf = (entries: Entries, milestones: readonly Milestone[]) =>
  soFarOf(entries, milestones).marked === 0 ? notMarked : sumOf(entries, milestones);
