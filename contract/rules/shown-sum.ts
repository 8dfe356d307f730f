import { type Entries, type Milestone, sumOf, totalOf } from './scheme.ts';

/** What has been given of what is marked so far: its sum, its total, and how many milestones that is. */
export function soFarOf(
  entries: Entries,
  milestones: readonly Milestone[],
): { sum: number; total: number; marked: number } {
  const marked = milestones.filter(({ key }) => typeof entries[key]?.marks === 'number');
  return { sum: sumOf(entries, marked), total: totalOf(marked), marked: marked.length };
}

/** "6 of 14 milestones marked": stands beside each total, since a milestone that is not marked counts 0 in it. */
export function formatMarked(entries: Entries, milestones: readonly Milestone[]): string {
  const { marked } = soFarOf(entries, milestones);
  return `${marked} of ${milestones.length === 1 ? '1 milestone' : `${milestones.length} milestones`} marked`;
}

/** Stands for marks, totals and positions of which nothing is marked yet. */
export const notMarked = '–';

/** The sum of what is marked; "–" if nothing is. */
export const shownSumOf = (entries: Entries, milestones: readonly Milestone[]) =>
  soFarOf(entries, milestones).marked === 0 ? notMarked : sumOf(entries, milestones);
