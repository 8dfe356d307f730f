import type { Role } from '#contract/endpoint.ts';
import type { FullGroup } from '#contract/groups.ts';
import { type Marker, type Milestone, markersOf, type Part } from '#contract/rules/scheme.ts';

type Person = { userId: string; role: Role };

/** Whether this person is one of these to the group; an admin is all of them. */
function isOneOf(markers: readonly Marker[], group: FullGroup, { userId, role }: Person): boolean {
  const accounts = {
    supervisor: group.supervisorId,
    externalExaminer: group.externalExaminerId,
  };
  return role === 'admin' || markers.some((marker) => accounts[marker] === userId);
}

/** The groups of one tab: those bound to this person as one who marks there; for an admin all (spec 6). */
export const groupsOfTab = (groups: readonly FullGroup[], part: Part, person: Person) =>
  groups.filter((group) => isOneOf(markersOf(part), group, person));

/** Whether this person gives the marks of a milestone to the group. */
export const mayMark = ({ markers }: Milestone, group: FullGroup, person: Person) =>
  isOneOf(markers, group, person);
