import type { Role } from '#contract/endpoint.ts';
import type { FullGroup } from '#contract/groups.ts';
import { markersOf, type Part } from '#contract/scheme.ts';

/** The groups of one tab: those bound to this person as one who marks there; for an admin all (spec 6). */
export function groupsOfTab(
  groups: readonly FullGroup[],
  part: Part,
  person: { userId: string; role: Role },
): FullGroup[] {
  if (person.role === 'admin') return [...groups];
  return groups.filter(({ supervisorId, externalExaminerId }) => {
    const accounts = { supervisor: supervisorId, externalExaminer: externalExaminerId };
    return markersOf(part).some((marker) => accounts[marker] === person.userId);
  });
}
