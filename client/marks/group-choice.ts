import type { FullGroup } from '#contract/groups.ts';
import type { GroupToMark } from '#contract/marks.ts';
import type { Part } from '#contract/rules/scheme.ts';
import { soFarOf } from '#contract/rules/shown-sum.ts';

/** A group as one chooses it on a tab. */
export type GroupChoice = Omit<GroupToMark, 'marked'> & {
  /** "5 of 16 marked": the cells of the tab, over all members. */
  progress: string;
};

function progressOf(marked: number, members: number, { milestones }: Part): string {
  const all = milestones.length * members;
  return marked === all ? 'All marked' : `${marked} of ${all} marked`;
}

export function choiceOf(group: FullGroup, part: Part): GroupChoice {
  const { _id, fypGroupName, fypTitle, fypGroupMembers: members } = group;
  const marked = members.reduce((sum, member) => sum + soFarOf(member, part.milestones).marked, 0);
  const progress = progressOf(marked, members.length, part);
  return { _id, fypGroupName, fypTitle, members, progress };
}

/** `place`: which of the scheme's parts it is. */
export function listedChoice(group: GroupToMark, part: Part, place: number): GroupChoice {
  const { marked, ...choice } = group;
  return { ...choice, progress: progressOf(marked[place] ?? 0, group.members.length, part) };
}
