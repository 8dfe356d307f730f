import type { Role } from '#contract/endpoint.ts';
import type { FullGroup } from '#contract/groups.ts';
import type { Semester } from '#contract/milestones.ts';
import { nameKey } from '#contract/text.ts';

/** The groups of one tab: his own as supervisor or as external examiner, by name without case; for an admin all (spec 6). */
export function groupsOfTab(
  groups: readonly FullGroup[],
  semester: Semester,
  person: { name: string; role: Role },
): FullGroup[] {
  if (person.role === 'admin') return [...groups];
  const own = nameKey(person.name);
  return groups.filter(({ supervisor, externalExaminer }) => {
    const named = semester === 'External Viva' ? externalExaminer : supervisor;
    return named !== null && nameKey(named) === own;
  });
}
