import type { FullGroup, FullMember } from '#contract/groups.ts';
import type { Part } from '#contract/rules/scheme.ts';

/** Returns true if the member has marks or feedback on the tab, or the group has a viva record there. */
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
