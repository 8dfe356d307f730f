import type { FullGroup, FullMember } from '#contract/groups.ts';
import type { Part } from '#contract/rules/scheme.ts';

/** Returns true if a member has marks, feedback or a viva record on a tab. */
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
