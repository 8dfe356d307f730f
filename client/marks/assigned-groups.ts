import type { FullGroup } from '#contract/groups.ts';
import {
  listMarkers,
  type MarkerRole,
  type Milestone,
  type SchemePart,
} from '#contract/rules/scheme.ts';
import type { Role } from '#contract/values/roles.ts';

type Person = { userId: string; role: Role };

/** Admins are markers of every group. */
function isMarker(
  markers: readonly MarkerRole[],
  group: FullGroup,
  { userId, role }: Person,
): boolean {
  const accounts = {
    supervisor: group.supervisorId,
    externalExaminer: group.externalExaminerId,
  };
  return role === 'admin' || markers.some((marker) => accounts[marker] === userId);
}

/** Returns the groups in which the person may mark a milestone of `part`. Admins may mark all groups (spec 6). */
export const listMarkableGroups = (
  groups: readonly FullGroup[],
  part: SchemePart,
  person: Person,
) => groups.filter((group) => isMarker(listMarkers(part), group, person));

export const mayMark = ({ markers }: Milestone, group: FullGroup, person: Person) =>
  isMarker(markers, group, person);
