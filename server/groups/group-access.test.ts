import { expect } from 'vitest';
import { Problem } from '#contract/problem.ts';
import type { Role } from '#contract/values/roles.ts';
import type { Caller } from '#server/http/serve.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { findGroupAccess, getVisibleGroup, isGroupVisibleTo } from './group-access.ts';

const roles = ['student', 'faculty', 'admin'] as const;
const relations = ['supervisor', 'examiner', 'member', 'former member', 'none'] as const;
type Relation = (typeof relations)[number];
type Access = 'everything' | 'own row' | 'nothing';

const granted: Record<Role, Partial<Record<Relation, Access>>> = {
  student: { member: 'own row' },
  faculty: { supervisor: 'everything', examiner: 'everything' },
  admin: Object.fromEntries(relations.map((relation) => [relation, 'everything' as const])),
};

/** Writes to the database, because the API would reject some combinations of role and relation. */
async function relate(db: Portal['db'], team: TestGroup, userId: string, relation: Relation) {
  const group = db.updateTable('groups').where('id', '=', team.groupId);
  const member = db.updateTable('members').where('id', '=', getItemAt(team.ids, 0));
  if (relation === 'supervisor') await group.set({ supervisor_id: userId }).execute();
  if (relation === 'examiner') await group.set({ external_examiner_id: userId }).execute();
  if (relation === 'member') await member.set({ user_id: userId, left_by: null }).execute();
  if (relation === 'former member') await member.set({ user_id: null, left_by: userId }).execute();
}

async function setBin({ db, clock }: Portal, { groupId }: TestGroup, isDeleted: boolean) {
  const deleted_at = isDeleted ? clock().toISOString() : null;
  await db.updateTable('groups').set({ deleted_at }).where('id', '=', groupId).execute();
  await db.updateTable('members').set({ deleted_at }).where('group_id', '=', groupId).execute();
}

async function readAccess({ db }: Portal, caller: Caller, { groupId }: TestGroup): Promise<Access> {
  const groups = db.selectFrom('groups').selectAll().where('id', '=', groupId);
  const access = await findGroupAccess(db, caller, await groups.executeTakeFirstOrThrow());
  if (!access) return 'nothing';
  return access.memberId === undefined ? 'everything' : 'own row';
}

const listVisible = async ({ db }: Portal, caller: Caller) => {
  const rows = await db.selectFrom('groups').select('id').where(isGroupVisibleTo(caller)).execute();
  return rows.map(({ id }) => id);
};

for (const role of roles) {
  for (const relation of relations) {
    test(`findGroupAccess and isGroupVisibleTo grant the same access to a ${role} account with the relation “${relation}”`, async ({
      portal,
    }) => {
      const team = await createTestGroup(portal, { size: 2 });
      const other = await createTestGroup(portal, { size: 1 });
      const { userId, name, email } = await createTestUser(portal, role);
      await relate(portal.db, team, userId, relation);
      for (const isConfirmed of [true, false]) {
        const facts = { userId, name, email, role, isConfirmed };
        const caller = { ...facts, sessionId: '', requestId: '', address: '' };
        for (const isDeleted of [false, true]) {
          await setBin(portal, team, isDeleted);
          const isLost = role !== 'admin' && (isDeleted || (role === 'student' && !isConfirmed));
          const expected = isLost ? 'nothing' : (granted[role][relation] ?? 'nothing');
          expect(await readAccess(portal, caller, team)).toBe(expected);
          const visible = await listVisible(portal, caller);
          expect(visible.includes(team.groupId)).toBe(expected !== 'nothing');
          expect(visible.includes(other.groupId)).toBe(role === 'admin');
          const read = await getVisibleGroup(portal.db, caller, team.groupId).catch((error) => {
            if (error instanceof Problem) return error.code;
            throw error;
          });
          const isShown = expected !== 'nothing' && !isDeleted;
          expect(read).toEqual(
            isShown ? expect.objectContaining({ group: expect.anything() }) : 'not-found',
          );
        }
      }
    });
  }
}
