import { Problem } from '#contract/problem.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { selectCohortVersion } from '#server/groups/columns.ts';
import { hasFullGroupAccess } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';

export type SelectedGroup = DatabaseRow<'groups'> & { cohort_version: number | null };

/**
 * Returns each group once, in the given order, with the version of its cohort. Throws `not-found` if a group does not exist, is in the bin, or is not
 * fully accessible to the caller.
 */
export async function getSelectedGroups(
  db: Db,
  caller: Caller,
  groupIds: readonly string[],
): Promise<SelectedGroup[]> {
  const ids = [...new Set(groupIds)];
  const groups = await db
    .selectFrom('groups')
    .selectAll()
    .select(selectCohortVersion)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  const byId = new Map(groups.map((group) => [group.id, group]));
  return ids.map((id) => {
    const group = byId.get(id);
    if (group && hasFullGroupAccess(caller, group)) return group;
    throw new Problem('not-found', 'One of these groups doesn’t exist, or you don’t have access.');
  });
}
