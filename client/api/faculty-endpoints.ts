import { listAssignedGroups, readGroup } from '#contract/groups.ts';
import { getGroupsBeside, listGroupsToMark } from '#contract/marks.ts';

/** Endpoints that list groups to mark. Changing a group invalidates their cached replies. */
export const facultyEndpoints = [
  listAssignedGroups,
  listGroupsToMark,
  getGroupsBeside,
  readGroup,
] as const;
