import { groupEndpoints } from '#client/groups/admin/invalidate-groups.ts';
import { getGroup } from '#contract/groups.ts';
import { listPeopleChanges } from '#contract/people.ts';

/** Endpoints whose replies change if a group is dissolved. The group itself can no longer be read. */
export const endedGroupEndpoints = [...groupEndpoints, listPeopleChanges] as const;

/** Endpoints whose replies a change of people or its undo changes. */
export const peopleEndpoints = [...endedGroupEndpoints, getGroup] as const;
