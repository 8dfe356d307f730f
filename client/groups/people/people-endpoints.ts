import { groupEndpoints } from '#client/groups/admin/invalidate-groups.ts';
import { findDesk } from '#contract/desk.ts';
import { getGroup } from '#contract/groups.ts';
import { listPeopleChanges } from '#contract/people.ts';
import { listLeaveRequests } from '#contract/students/leave-requests.ts';

/** Endpoints whose replies change if a group is dissolved. The group itself can no longer be read. */
export const endedGroupEndpoints = [
  ...groupEndpoints,
  listPeopleChanges,
  listLeaveRequests,
  findDesk,
] as const;

/** Endpoints whose replies a change of people or its undo changes. */
export const peopleEndpoints = [...endedGroupEndpoints, getGroup] as const;
