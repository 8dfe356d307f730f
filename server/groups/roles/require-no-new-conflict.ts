import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import { type ConflictInGroup, findRoleConflicts, type Scope } from './find-role-conflicts.ts';
import { formatConflict } from './role-conflicts.ts';

/** Before a write: the conflicts that are stored already, so that they do not block other changes. */
export async function knownConflicts(db: Db, scope: Scope): Promise<ReadonlySet<string>> {
  const conflicts = await findRoleConflicts(db, scope);
  return new Set(conflicts.map(keyOf));
}

/**
 * After a write, in its transaction: throws `already-in-group` if somebody has two roles in one group who had not
 * before. The caller holds the locks of the group, or of the account's name and addresses.
 */
export async function requireNoNewConflict(
  db: Db,
  scope: Scope,
  fieldOf: (conflict: ConflictInGroup) => string | undefined,
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  const found = (await findRoleConflicts(db, scope)).find((one) => !known.has(keyOf(one)));
  if (!found) return;
  const { group } = found;
  const bin = group.isDeleted ? ` ${group.name} is in the bin: restore it first.` : '';
  const message = `${formatConflict(found, group.name)}${bin}`;
  const field = fieldOf(found);
  throw new Problem('already-in-group', message, field ? { fields: { [field]: message } } : {});
}

/** A name that is bound to an account afterwards is another conflict than the name alone. */
const keyOf = ({ group, first, second, by }: ConflictInGroup) =>
  [group.id, first.role, first.memberId, second.role, by].join(' ');
