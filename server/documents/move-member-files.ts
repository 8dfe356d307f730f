import type { Db } from '#server/db/tables.ts';

/** Moves the personal files of members, such as fee proofs, to the group to which the members have moved. */
export async function moveMemberFiles(
  db: Db,
  memberIds: readonly string[],
  groupId: string,
): Promise<void> {
  if (memberIds.length === 0) return;
  await db
    .updateTable('documents')
    .set({ group_id: groupId })
    .where('member_id', 'in', memberIds)
    .where('group_id', '!=', groupId)
    .execute();
}
