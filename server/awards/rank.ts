import type { FullMember } from '#contract/groups.ts';
import {
  compareFractions,
  computeFinalMarkFraction,
  type Fraction,
  toFraction,
} from '#contract/rules/final-mark.ts';
import { listMilestones, type MarkingScheme, sumMarks } from '#contract/rules/scheme.ts';
import { sumMarkedMilestones } from '#contract/rules/shown-sum.ts';
import { createTextComparer } from '#contract/values/sort-key.ts';

/** The properties of a student that decide the rank. `share` is the exact final mark. */
export type Standing = { roll: string; share: Fraction; isMarked: boolean; isComplete: boolean };

/** Returns a function that computes a student's standing. Missing marks count as 0. */
export function createStandingReader(scheme: MarkingScheme): (member: FullMember) => Standing {
  const milestones = listMilestones(scheme);
  return (member) => {
    const { marked } = sumMarkedMilestones(member, milestones);
    return {
      roll: member.roll,
      // Fall back to the sum of marks if all weights are 0.
      share: computeFinalMarkFraction(member, scheme) ?? toFraction(sumMarks(member, milestones)),
      isMarked: marked > 0,
      isComplete: marked === milestones.length,
    };
  };
}

/**
 * Sorts by exact final mark, best first, then by roll number. Students with equal marks share a position, and the next
 * position is skipped: 1, 1, 3. Students without marks come last, and their position is undefined.
 */
export function rankStudents<S extends Standing>(
  students: readonly S[],
): (S & { position: number | undefined })[] {
  const byRoll = createTextComparer();
  const ordered = students.toSorted(
    (a, b) =>
      Number(b.isMarked) - Number(a.isMarked) ||
      compareFractions(b.share, a.share) ||
      byRoll(a.roll, b.roll),
  );
  let position = 0;
  return ordered.map((student, index) => {
    const before = ordered[index - 1];
    if (!before || compareFractions(student.share, before.share) !== 0) position = index + 1;
    return { ...student, position: student.isMarked ? position : undefined };
  });
}
