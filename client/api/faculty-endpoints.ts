import { listAssignedGroups, readGroup } from '#contract/groups.ts';
import { getGroupsBeside, listGroupsToMark } from '#contract/marks.ts';

/** Endpoints that return groups to mark. Invalidated when a group changes. */
export const facultyEndpoints = [
  listAssignedGroups,
  listGroupsToMark,
  getGroupsBeside,
  readGroup,
] as const;
