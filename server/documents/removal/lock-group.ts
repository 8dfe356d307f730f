import { lockGroups } from '#server/db/lock-rows.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { groupColumns } from '#server/groups/columns.ts';
import {
  createGroupNotFoundProblem,
  isMemberByAccount,
  requireImpartial,
} from '#server/groups/group-access.ts';
import { lockCohortOfGroup, requireOpen } from '#server/groups/require-open.ts';
import type { Caller } from '#server/http/serve.ts';

/**
 * Locks a group, in use or in the bin, until the transaction ends. Throws `not-found`, `cohort-closed`, or `forbidden`
 * unless the caller is impartial.
 */
export async function lockGroupOfFiles(
  db: Db,
  caller: Caller,
  groupId: string,
): Promise<DatabaseRow<'groups'>> {
  const locked = lockGroups(db).where('id', '=', groupId).returning(groupColumns);
  const group = await locked.executeTakeFirst();
  if (!group) throw createGroupNotFoundProblem();
  const cohort = await lockCohortOfGroup(db, groupId);
  if (cohort) requireOpen(cohort);
  requireImpartial(group, await isMemberByAccount(db, caller, groupId));
  return group;
}
