import type { FullGroup, FullMember } from '#contract/groups.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';

/**
 * Returns true if the member has marks or feedback in a part of the marking scheme, or if that part contains the viva
 * and the group has a viva record.
 */
export function hasMarks(
  { externalVivaDetails }: FullGroup,
  member: FullMember,
  part: SchemePart,
): boolean {
  if (part.viva && externalVivaDetails.revision > 0) return true;
  return part.milestones.some(({ key }) => {
    const entry = member[key];
    return entry !== undefined && (entry.marks !== null || entry.feedback);
  });
}
