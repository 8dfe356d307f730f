import type { FullGroup, FullMember } from '#contract/groups.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';

/** Returns true if the member has marks or feedback in `part`, or if `part` includes a recorded viva. */
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
