import type { FullGroup } from '#contract/groups.ts';
import type { GroupToMark } from '#contract/marks.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';
import { sumMarkedMilestones } from '#contract/rules/shown-sum.ts';

export type GroupChoice = Omit<GroupToMark, 'marked'> & {
  /** Number of entered marks on one marking tab, as text: "5 of 16 marked". */
  progress: string;
};

function formatProgress(marked: number, members: number, { milestones }: SchemePart): string {
  const all = milestones.length * members;
  return marked === all ? 'All marked' : `${marked} of ${all} marked`;
}

export function toGroupChoice(group: FullGroup, part: SchemePart): GroupChoice {
  const { _id, fypGroupName, fypTitle, fypGroupMembers: members } = group;
  const marked = members.reduce(
    (sum, member) => sum + sumMarkedMilestones(member, part.milestones).marked,
    0,
  );
  const progress = formatProgress(marked, members.length, part);
  return { _id, fypGroupName, fypTitle, members, progress };
}

/** `place` is the index of `part` in the marking scheme. */
export function toListedGroupChoice(
  group: GroupToMark,
  part: SchemePart,
  place: number,
): GroupChoice {
  const { marked, ...choice } = group;
  return { ...choice, progress: formatProgress(marked[place] ?? 0, group.members.length, part) };
}
