import type { FullGroup } from '#contract/groups.ts';
import type { GroupToMark } from '#contract/marks.ts';
import type { Part } from '#contract/rules/scheme.ts';
import { sumMarked } from '#contract/rules/shown-sum.ts';

export type GroupChoice = Omit<GroupToMark, 'marked'> & {
  /** Marked cells on the tab, counted over all members: "5 of 16 marked". */
  progress: string;
};

function formatProgress(marked: number, members: number, { milestones }: Part): string {
  const all = milestones.length * members;
  return marked === all ? 'All marked' : `${marked} of ${all} marked`;
}

export function toChoice(group: FullGroup, part: Part): GroupChoice {
  const { _id, fypGroupName, fypTitle, fypGroupMembers: members } = group;
  const marked = members.reduce(
    (sum, member) => sum + sumMarked(member, part.milestones).marked,
    0,
  );
  const progress = formatProgress(marked, members.length, part);
  return { _id, fypGroupName, fypTitle, members, progress };
}

/** Returns the picker's choice for a listed group. `place` is the part's index in the scheme. */
export function toListedChoice(group: GroupToMark, part: Part, place: number): GroupChoice {
  const { marked, ...choice } = group;
  return { ...choice, progress: formatProgress(marked[place] ?? 0, group.members.length, part) };
}
