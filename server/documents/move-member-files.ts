import type { Db } from '#server/db/tables.ts';

/** Ids of the row of a member whose files move, and of the row of the same person to which they move. */
export type MovedMember = { from: string; to: string };

/** Moves the personal files of members, such as fee proofs, to the group to which the members have moved. */
export async function moveMemberFiles(
  db: Db,
  members: readonly MovedMember[],
  groupId: string,
): Promise<void> {
  for (const { from, to } of members) {
    const ofMember = db.updateTable('documents').where('member_id', '=', from);
    await ofMember.set({ member_id: to, group_id: groupId }).execute();
  }
}
