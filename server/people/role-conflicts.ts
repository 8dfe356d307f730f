import type { Db } from '#server/db/tables.ts';
import {
  findExistingRoleConflicts,
  requireNoNewRoleConflict,
} from '#server/groups/roles/require-no-new-conflict.ts';

/** Runs `write`. Throws `already-in-group` if it gives a person two roles in one of the groups. */
export async function requireNoConflictAfter<T>(
  db: Db,
  groupIds: readonly string[],
  write: () => Promise<T>,
): Promise<T> {
  const known = await Promise.all(
    groupIds.map((groupId) => findExistingRoleConflicts(db, { groupId })),
  );
  const keys = new Set(known.flatMap((conflicts) => [...conflicts]));
  const result = await write();
  for (const groupId of groupIds)
    await requireNoNewRoleConflict(db, { groupId }, () => undefined, keys);
  return result;
}
