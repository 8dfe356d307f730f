import type { Role } from '#contract/values/roles.ts';
import { toNameKey } from '#contract/values/text.ts';

type ImportedRole = { role: Role; supervises?: true };

/** Values of the column “Role” as the template lists them. Only a supervisor is offered in the proposal form. */
const listed: Record<string, ImportedRole> = {
  Student: { role: 'student' },
  Supervisor: { role: 'faculty', supervises: true },
  'External examiner': { role: 'faculty' },
  Admin: { role: 'admin' },
};

/** Further accepted words: `faculty` is in the exported list of users, and pages call admins coordinators. */
const synonyms: Record<string, ImportedRole> = {
  Faculty: { role: 'faculty' },
  Coordinator: { role: 'admin' },
};

const rolesByKey = new Map(
  Object.entries({ ...listed, ...synonyms }).map(([word, role]) => [toNameKey(word), role]),
);

export const importRoleWords = Object.keys(listed);

export const findImportedRole = (cell: string): ImportedRole | undefined =>
  rolesByKey.get(toNameKey(cell));
