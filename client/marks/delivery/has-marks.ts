import type { FullGroup, FullMember } from '#contract/groups.ts';
import { milestonesOf, type Semester } from '#contract/milestones.ts';

/** Whether a tab has anything to email a member about. */
export function hasMarks(
  { externalVivaDetails }: FullGroup,
  member: FullMember,
  semester: Semester,
): boolean {
  if (semester === 'External Viva' && externalVivaDetails.revision > 0) return true;
  return milestonesOf(semester).some(
    (milestone) => member[milestone].marks !== null || member[milestone].feedback,
  );
}
