import { listAssignedGroups, readGroup } from '#contract/groups.ts';
import { getGroupsBeside, listGroupsToMark } from '#contract/marks.ts';

/** Endpoints that list groups to mark. A change of a group invalidates them. */
export const facultyEndpoints = [
  listAssignedGroups,
  listGroupsToMark,
  getGroupsBeside,
  readGroup,
] as const;
