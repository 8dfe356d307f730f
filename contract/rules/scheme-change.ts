import { z } from 'zod';
import { findMilestone, listMilestones, type MarkingScheme } from './scheme.ts';

/** Treatment of a changed milestone's marks: scale to the new total, keep, or remove together with the milestone. */
export const MarkConversionMode = z.enum(['scale', 'keep', 'remove']);
export type MarkConversionMode = z.infer<typeof MarkConversionMode>;

/** `count` includes marks of groups in the bin. No `.describe()` here, to reduce the code that every page loads. */
export const AffectedMilestone = z.object({
  milestone: z.string(),
  title: z.string(),
  totalBefore: z.number(),
  totalAfter: z.number().nullable(),
  weightBefore: z.number(),
  weightAfter: z.number().nullable(),
  count: z.int(),
  highest: z.number().nullable(),
  choices: z.array(MarkConversionMode),
});
export type AffectedMilestone = z.infer<typeof AffectedMilestone>;

type MilestoneChange = Omit<AffectedMilestone, 'count' | 'highest' | 'choices'>;

/** Returns the milestones whose total or weight changes, and those that the new scheme removes. */
export function findChangedMilestones(
  before: MarkingScheme,
  after: MarkingScheme,
): MilestoneChange[] {
  return listMilestones(before).flatMap(({ key, title, total, weight }) => {
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

/** Returns the allowed treatments of existing marks. Excludes `keep` if a mark exceeds the new total. */
export function getAllowedConversionModes(
  { totalBefore, totalAfter }: MilestoneChange,
  highest: number | null,
): MarkConversionMode[] {
  if (totalAfter === null) return ['remove'];
  if (totalAfter === totalBefore) return ['keep'];
  return highest !== null && highest > totalAfter ? ['scale'] : ['scale', 'keep'];
}

const toHundredths = (value: number) => Math.round(value * 100);

/** Scales marks to another total with integer arithmetic, rounded half up to two decimals. */
export function scaleMarks(marks: number, from: number, to: number) {
  const [dividend, divisor] = [toHundredths(marks) * toHundredths(to), toHundredths(from)];
  return {
    marks: Math.floor((2 * dividend + divisor) / (2 * divisor)) / 100,
    isRounded: dividend % divisor !== 0,
  };
}
