import { z } from 'zod';
import { findMilestone, milestonesOf, type Scheme } from './scheme.ts';

/** Scale: each mark in proportion to the total. Keep: the numbers stay. Remove: they go with their milestone. */
export const MarksChoice = z.enum(['scale', 'keep', 'remove']);
export type MarksChoice = z.infer<typeof MarksChoice>;

/**
 * A milestone, by its key, that has marks and whose total, weight or existence a new scheme changes. `totalAfter` is null
 * where the new scheme does not have it. `count` is the number of marks, groups in the bin included, and `highest` the
 * highest of them. Without descriptions of its fields, since every page loads the errors' schema.
 */
export const AffectedMilestone = z.object({
  milestone: z.string(),
  title: z.string(),
  totalBefore: z.number(),
  totalAfter: z.number().nullable(),
  weightBefore: z.number(),
  weightAfter: z.number().nullable(),
  count: z.int(),
  highest: z.number().nullable(),
  choices: z.array(MarksChoice),
});
export type AffectedMilestone = z.infer<typeof AffectedMilestone>;

type MilestoneChange = Omit<AffectedMilestone, 'count' | 'highest' | 'choices'>;

/** Returns the milestones whose total or weight changes, and those that the new scheme does not have. */
export function changedMilestones(before: Scheme, after: Scheme): MilestoneChange[] {
  return milestonesOf(before).flatMap(({ key, title, total, weight }) => {
    const now = findMilestone(after, key);
    if (now?.total === total && now.weight === weight) return [];
    return {
      milestone: key,
      title,
      totalBefore: total,
      totalAfter: now?.total ?? null,
      weightBefore: weight,
      weightAfter: now?.weight ?? null,
    };
  });
}

/** Keeping is no choice where a mark would exceed the new total. A changed weight alone leaves the marks as they are. */
export function choicesOf(
  { totalBefore, totalAfter }: MilestoneChange,
  highest: number | null,
): MarksChoice[] {
  if (totalAfter === null) return ['remove'];
  if (totalAfter === totalBefore) return ['keep'];
  return highest !== null && highest > totalAfter ? ['scale'] : ['scale', 'keep'];
}

const toHundredths = (value: number) => Math.round(value * 100);

/** Scales marks from one total to another in integer arithmetic, rounded half up to two decimals. */
export function scaleMarks(marks: number, from: number, to: number) {
  const [dividend, divisor] = [toHundredths(marks) * toHundredths(to), toHundredths(from)];
  return {
    marks: Math.floor((2 * dividend + divisor) / (2 * divisor)) / 100,
    isRounded: dividend % divisor !== 0,
  };
}
