import type { Role } from '#contract/endpoint.ts';
import type { FullGroup } from '#contract/groups.ts';
import type { Semester } from '#contract/milestones.ts';

/** The groups of one tab: those bound to this person as supervisor or as external examiner; for an admin all (spec 6). */
export function groupsOfTab(
  groups: readonly FullGroup[],
  semester: Semester,
  person: { userId: string; role: Role },
): FullGroup[] {
  if (person.role === 'admin') return [...groups];
  return groups.filter(({ supervisorId, externalExaminerId }) => {
    const marker = semester === 'External Viva' ? externalExaminerId : supervisorId;
    return marker === person.userId;
  });
}
