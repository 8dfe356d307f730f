import { listAssignedGroups, readGroup } from '#contract/groups.ts';
import { getGroupsBeside, listGroupsToMark } from '#contract/marks.ts';

/** What shows groups to be marked, to be read again after a change to any. */
export const facultyReads = [
  listAssignedGroups,
  listGroupsToMark,
  getGroupsBeside,
  readGroup,
] as const;
