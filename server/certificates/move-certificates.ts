import type { Db } from '#server/db/tables.ts';

/** Moves the certificates of members who move to another group. `from` and `to` are rows of the same person. */
export async function moveCertificates(
  db: Db,
  members: readonly { from: string; to: string }[],
): Promise<void> {
  for (const { from, to } of members) {
    const ofMember = db.updateTable('certificates').where('member_id', '=', from);
    await ofMember.set({ member_id: to }).execute();
  }
}
