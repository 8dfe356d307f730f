import { type MarkEntries, type Milestone, sumMarks, sumMilestoneTotals } from './scheme.ts';

/** For the marked milestones only, returns the sum of marks, the sum of maximum marks, and the number of milestones. */
export function sumMarkedMilestones(
  entries: MarkEntries,
  milestones: readonly Milestone[],
): { sum: number; total: number; marked: number } {
  const marked = milestones.filter(({ key }) => typeof entries[key]?.marks === 'number');
  return {
    sum: sumMarks(entries, marked),
    total: sumMilestoneTotals(marked),
    marked: marked.length,
  };
}

/** Formats the number of marked milestones: "6 of 14 milestones marked". */
export function formatMarkedCount(entries: MarkEntries, milestones: readonly Milestone[]): string {
  const { marked } = sumMarkedMilestones(entries, milestones);
  return `${marked} of ${milestones.length === 1 ? '1 milestone' : `${milestones.length} milestones`} marked`;
}

export const noMarksPlaceholder = '–';

export const formatMarksSum = (entries: MarkEntries, milestones: readonly Milestone[]) =>
  milestones.some(({ key }) => typeof entries[key]?.marks === 'number')
    ? sumMarks(entries, milestones)
    : noMarksPlaceholder;
