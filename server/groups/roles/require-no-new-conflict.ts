import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import { type ConflictInGroup, findRoleConflicts, type RoleScope } from './find-role-conflicts.ts';
import { formatConflict } from './role-conflicts.ts';

/** Returns the keys of stored conflicts, which do not block other changes. Call before a write. */
export async function findExistingConflicts(
  db: Db,
  scope: RoleScope,
): Promise<ReadonlySet<string>> {
  const conflicts = await findRoleConflicts(db, scope);
  return new Set(conflicts.map(keyOf));
}

/**
 * Throws `already-in-group` if the write created a conflict that is not in `known`. Call after the write, in its
 * transaction. The caller holds the lock on the group, or the locks on the account's name and addresses.
 */
export async function requireNoNewConflict(
  db: Db,
  scope: RoleScope,
  fieldOf: (conflict: ConflictInGroup) => string | undefined,
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  const conflicts = await findRoleConflicts(db, scope);
  const conflict = conflicts.find((candidate) => !known.has(keyOf(candidate)));
  if (!conflict) return;
  const { group } = conflict;
  const bin = group.isDeleted ? ` ${group.name} is in the bin: restore it first.` : '';
  const message = `${formatConflict(conflict, group.name)}${bin}`;
  const field = fieldOf(conflict);
  throw new Problem('already-in-group', message, field ? { fields: { [field]: message } } : {});
}

/** The key contains `by`, because binding a name to an account creates a new conflict. */
const keyOf = ({ group, first, second, by }: ConflictInGroup) =>
  [group.id, first.role, first.memberId, second.role, by].join(' ');
