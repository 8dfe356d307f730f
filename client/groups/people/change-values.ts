import type { EndpointInput } from '#contract/endpoint.ts';
import type { FullGroup } from '#contract/groups.ts';
import { type changePeople, type PeopleChangeKind, peopleChangeKinds } from '#contract/people.ts';

export type ChangeBody = EndpointInput<typeof changePeople>['body'];

/** Values of the form. The server names the same fields in its errors. */
export type ChangeValues = {
  change: {
    kind: PeopleChangeKind;
    memberId: string;
    toGroup: string;
    copyMarks: string[];
    supervisor: string;
    supervisorId: string;
    member: { name: string; fathername: string; roll: string; email: string; phone: string };
  };
  on: string;
  reason: string;
};

const labels: Record<PeopleChangeKind, string> = {
  leave: 'A member leaves or is withdrawn',
  return: 'A former member returns',
  join: 'Someone joins late',
  move: 'A member moves to another group',
  supervisor: 'The supervisor is replaced',
  merge: 'The group is merged into another group',
  dissolve: 'The group is dissolved',
};

export const kindOptions = peopleChangeKinds.map((value) => ({ value, label: labels[value] }));

export function listMemberOptions(kind: PeopleChangeKind, group: FullGroup) {
  const former = (group.formerMembers ?? []).filter(({ member }) => member !== null);
  const members = kind === 'return' ? former : group.fypGroupMembers;
  return members.map(({ _id, name, roll }) => ({ value: _id, label: `${name}, ${roll}` }));
}

export const needsMember = (kind: PeopleChangeKind) =>
  kind === 'leave' || kind === 'return' || kind === 'move';
export const needsGroup = (kind: PeopleChangeKind) => kind === 'move' || kind === 'merge';

/** Returns the request without the fields that the chosen kind of change does not use. */
export function toChangeBody({ change, on, reason }: ChangeValues): ChangeBody {
  const { kind, memberId, toGroup, copyMarks, supervisor, supervisorId, member } = change;
  const bodies: Record<PeopleChangeKind, ChangeBody['change']> = {
    leave: { kind: 'leave', memberId },
    return: { kind: 'return', memberId },
    join: { kind: 'join', member },
    move: { kind: 'move', memberId, toGroup, copyMarks },
    supervisor: { kind: 'supervisor', supervisor, ...(supervisorId !== '' && { supervisorId }) },
    merge: { kind: 'merge', toGroup, copyMarks },
    dissolve: { kind: 'dissolve' },
  };
  return { change: bodies[kind], on, reason };
}
