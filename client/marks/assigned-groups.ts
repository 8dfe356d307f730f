import type { Role } from '#contract/endpoint.ts';
import type { FullGroup } from '#contract/groups.ts';
import { type Marker, type Milestone, markersOf, type Part } from '#contract/rules/scheme.ts';

type Person = { userId: string; role: Role };

/** Returns true if a person is one of a group's markers. An admin counts as every marker. */
function isMarker(markers: readonly Marker[], group: FullGroup, { userId, role }: Person): boolean {
  const accounts = {
    supervisor: group.supervisorId,
    externalExaminer: group.externalExaminerId,
  };
  return role === 'admin' || markers.some((marker) => accounts[marker] === userId);
}

/** Returns the groups of a tab whose markers include the person. An admin sees all (spec 6). */
export const listTabGroups = (groups: readonly FullGroup[], part: Part, person: Person) =>
  groups.filter((group) => isMarker(markersOf(part), group, person));

export const mayMark = ({ markers }: Milestone, group: FullGroup, person: Person) =>
  isMarker(markers, group, person);
