import type { FullGroup, FullMember } from '#contract/groups.ts';
import type { Part } from '#contract/rules/scheme.ts';

/** Whether a tab has anything to email a member about. */
export function hasMarks(
  { externalVivaDetails }: FullGroup,
  member: FullMember,
  part: Part,
): boolean {
  if (part.viva && externalVivaDetails.revision > 0) return true;
  return part.milestones.some(({ key }) => {
    const entry = member[key];
    return entry !== undefined && (entry.marks !== null || entry.feedback);
  });
}
