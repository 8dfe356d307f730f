import type { FullMember } from '#contract/groups.ts';
import {
  compareFractions,
  computeFinalMarkFraction,
  toFraction,
} from '#contract/rules/final-mark.ts';
import { listMilestones, type MarkingScheme, sumMarks } from '#contract/rules/scheme.ts';
import { sumMarkedMilestones } from '#contract/rules/shown-sum.ts';
import { createTextComparer } from '#contract/values/sort-key.ts';

type Student = { member: FullMember };
/** `position` is the student's rank, or undefined for a student without marks. */
export type StudentRank = { position: number | undefined; isComplete: boolean };

/**
 * Sorts by exact final mark, best first, then by roll number. Students with equal marks share a position, and the next
 * position is skipped: 1, 1, 3. Missing marks count as 0. Students without marks come last and have no position.
 */
export function rankStudents<S extends Student>(
  scheme: MarkingScheme,
  students: readonly S[],
): (S & StudentRank)[] {
  const milestones = listMilestones(scheme);
  const marked = students.map((student) => ({
    student,
    isMarked: sumMarkedMilestones(student.member, milestones).marked > 0,
    // Fall back to the sum of marks if all weights are 0.
    share:
      computeFinalMarkFraction(student.member, scheme) ??
      toFraction(sumMarks(student.member, milestones)),
  }));
  const byRoll = createTextComparer();
  const ordered = marked.toSorted(
    (a, b) =>
      Number(b.isMarked) - Number(a.isMarked) ||
      compareFractions(b.share, a.share) ||
      byRoll(a.student.member.roll, b.student.member.roll),
  );
  let position = 0;
  return ordered.map(({ student, isMarked, share }, index) => {
    const before = ordered[index - 1];
    if (!before || compareFractions(share, before.share) !== 0) position = index + 1;
    const isComplete = milestones.every(
      ({ key }) => typeof student.member[key]?.marks === 'number',
    );
    return { ...student, position: isMarked ? position : undefined, isComplete };
  });
}
