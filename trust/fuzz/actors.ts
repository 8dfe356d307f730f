import { saveMarks } from '#contract/marks.ts';
import { openSession } from '#server/session/sessions.ts';
import { addMatrixFixture, type MatrixPortal } from '#server/test/matrix/actors.ts';
import { matrixActorRoles } from '#server/test/matrix/rows.ts';

export const actorNames = Object.keys(matrixActorRoles);

export type FuzzActors = Awaited<ReturnType<typeof createFuzzActors>>;

/** Adds three groups, one of them with marks, and an account for each kind of caller. */
export async function createFuzzActors(site: MatrixPortal) {
  const { documents, groups, live } = await addMatrixFixture(site);
  const { groupId, ids, supervisor } = groups.own;
  const marks = Object.fromEntries(ids.map((id) => [id, { month1: { marks: 7 } }]));
  const body = { semester: 'Semester 7' as const, groupId, marks };
  await supervisor.caller.call(saveMarks, { body });
  return {
    /** IDs, email addresses, names and roll numbers that exist in the portal. */
    known: [
      ...Object.values(documents),
      ...Object.values(live).flatMap(({ userId, email, name }) => [userId, email, name]),
      ...Object.values(groups).flatMap(({ groupId, ids, group }) => [
        groupId,
        group.fypGroupName,
        ...ids,
        ...group.fypGroupMembers.map(({ roll }) => roll),
      ]),
    ],
    getToken: (actor: string) => live[actor]?.token,
    /** Restores the role and session of an actor whose account may have been changed by earlier requests. */
    async restoreAccount(actor: string): Promise<void> {
      const account = live[actor];
      const role = matrixActorRoles[actor];
      if (!account || !role) return;
      const users = site.db.updateTable('users').set({ role, blocked_at: null });
      await users.where('id', '=', account.userId).execute();
      account.token = (await openSession(site.db, account.userId, site.clock())).token;
    },
  };
}
