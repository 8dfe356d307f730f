import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import {
  findRoleConflicts,
  type GroupRoleConflict,
  type RoleConflictScope,
} from './find-role-conflicts.ts';
import { formatRoleConflict } from './role-conflicts.ts';

/** Returns the keys of the existing role conflicts. A later write must not be rejected because of these conflicts. */
export async function findExistingRoleConflicts(
  db: Db,
  scope: RoleConflictScope,
): Promise<ReadonlySet<string>> {
  const conflicts = await findRoleConflicts(db, scope);
  return new Set(conflicts.map(keyOf));
}

/**
 * Throws `already-in-group` if a write created a role conflict that is not in `known`. Call this after the write,
 * holding the lock on the group.
 */
export async function requireNoNewRoleConflict(
  db: Db,
  scope: RoleConflictScope,
  fieldOf: (conflict: GroupRoleConflict) => string | undefined,
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  const conflicts = await findRoleConflicts(db, scope);
  const conflict = conflicts.find((candidate) => !known.has(keyOf(candidate)));
  if (!conflict) return;
  const { group } = conflict;
  const bin = group.isDeleted ? ` ${group.name} is in the bin: restore it first.` : '';
  const message = `${formatRoleConflict(conflict, group.name)}${bin}`;
  const field = fieldOf(conflict);
  throw new Problem('already-in-group', message, field ? { fields: { [field]: message } } : {});
}

const keyOf = ({ group, first, second }: GroupRoleConflict) =>
  [group.id, first.memberId, second.role, second.userId].join(' ');
