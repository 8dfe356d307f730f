import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { listChanges } from '#contract/history.ts';
import { listFormerMemberships } from '#contract/people.ts';
import { createUser } from '#contract/users.ts';
import { listAddedEntries } from '#server/test/audit/trail.ts';
import {
  buildMemberEdits,
  createTestGroup,
  getItemAt,
  readMemberIds,
  removeEmailConfirmation,
  removeMemberFiles,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { markTestGroup } from '#server/test/records/marking.ts';
import { changeTestPeople, undoNewestChange } from '#server/test/records/people.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { testUserPassword } from '#tools/test/people.ts';

const corrected = 'corrected@university.test';

/** Opens a marked group and two others, whose members have neither accounts nor files. */
async function openGroups(portal: Portal) {
  const team = await createTestGroup(portal);
  const targets = [
    await createTestGroup(portal, { size: 1 }),
    await createTestGroup(portal, { size: 1 }),
  ] as const;
  await markTestGroup(team, 5, 6);
  await removeMemberFiles(portal, team);
  for (const { userId } of team.students) await removeEmailConfirmation(portal.db, userId);
  return { team, targets };
}

/** Moves the last member, and returns the edit of their new row. */
async function moveLastMember(portal: Portal, from: TestGroup, to: TestGroup) {
  const memberId = getItemAt(await readMemberIds(portal, from.groupId), 1);
  const toGroup = to.group.fypGroupName;
  await changeTestPeople(portal, from, { kind: 'move', memberId, toGroup });
  const ids = await readMemberIds(portal, to.groupId);
  return (values: object) => ({
    params: { groupId: to.groupId },
    body: { fypGroupMembers: buildMemberEdits(ids, { _id: getItemAt(ids, 1), ...values }) },
  });
}

const listGroupIds = async ({ db }: Portal, email: string) =>
  (await db.selectFrom('members').select('group_id').where('email', '=', email).execute())
    .map(({ group_id }) => group_id)
    .toSorted();

describe('a member who moved', () => {
  test('does not become another person, because the marks of the earlier group are theirs', async ({
    portal,
  }) => {
    const { team, targets } = await openGroups(portal);
    const params = { groupId: team.groupId };
    const named = { _id: getItemAt(team.ids, 1), name: 'Corrected Name' };
    const fypGroupMembers = buildMemberEdits(team.ids, named);
    await portal.admin.call(updateGroup, { params, body: { fypGroupMembers } });
    const edit = await moveLastMember(portal, team, targets[0]);
    for (const values of [{ email: corrected }, { roll: 'F22-777' }]) {
      const refusal = await expectRefusal(portal, portal.admin, updateGroup, edit(values));
      expect(refusal.fields).toHaveProperty(['fypGroupMembers.1.samePerson']);
    }
    const another = edit({ email: corrected, isAnotherStudent: true });
    const refusal = await expectRefusal(portal, portal.admin, updateGroup, another);
    expect(refusal.message).toContain('Change people');
  });

  test('keeps the marks of all earlier groups after a correction, which their histories list', async ({
    portal,
  }) => {
    const { team, targets } = await openGroups(portal);
    await moveLastMember(portal, team, targets[0]);
    portal.wait(1000);
    const edit = await moveLastMember(portal, targets[0], targets[1]);
    const added = await listAddedEntries(portal, () =>
      portal.admin.call(updateGroup, edit({ email: corrected })),
    );
    expect(added.map((entry) => entry.split(': ')[1]).toSorted()).toEqual(
      [team, ...targets].map(({ group }) => group.fypGroupName).toSorted(),
    );
    const groupIds = [team, ...targets].map(({ groupId }) => groupId);
    expect(await listGroupIds(portal, corrected)).toEqual(groupIds.toSorted());
    for (const groupId of groupIds) {
      const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
      const emails = changes.filter(({ field }) => field === 'email');
      expect(emails).toMatchObject([
        { from: team.mate.email, to: corrected, memberName: team.mate.name },
      ]);
    }
    const body = { name: 'Owner', email: corrected, role: 'student', password: testUserPassword };
    await portal.admin.call(createUser, { body: { ...body, role: 'student' } });
    const users = portal.db.selectFrom('users').select('id').where('email', '=', corrected);
    const caller = await portal.logInAs((await users.executeTakeFirstOrThrow()).id);
    const { memberships } = await caller.call(listFormerMemberships);
    expect(memberships.map(({ member }) => member.month1?.marks ?? null).toSorted()).toEqual([
      6,
      null,
    ]);
  });

  test('is corrected in one group only after the move is undone', async ({ portal }) => {
    const { team, targets } = await openGroups(portal);
    await moveLastMember(portal, team, targets[0]);
    await undoNewestChange(portal);
    const departures = await portal.db.selectFrom('departures').selectAll().execute();
    expect(departures).toEqual([]);
    const edit = { _id: getItemAt(team.ids, 1), email: corrected };
    const body = { fypGroupMembers: buildMemberEdits(team.ids, edit) };
    await portal.admin.call(updateGroup, { params: { groupId: team.groupId }, body });
    expect(await listGroupIds(portal, corrected)).toEqual([team.groupId]);
  });
});
