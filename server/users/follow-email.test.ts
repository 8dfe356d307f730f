import { describe, expect } from 'vitest';
import { findAttention, updateGroup } from '#contract/admin.ts';
import { deleteGroup, findGroup, listChanges, restoreGroup } from '#contract/groups.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { aTeam, at, somebody } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';

const email = 'right.address@university.test';
const change = (portal: Portal, { userId }: { userId: string }, body: object) =>
  portal.admin.call(updateUser, { params: { userId }, body });
const leftMembers = async (portal: Portal) => (await portal.admin.call(findAttention)).leftMembers;
const opens = async (student: { caller: Portal['admin'] }, address: string) =>
  (await student.caller.request(findGroup, { params: { email: address } })).status;

describe('a new email of a member’s account', () => {
  test('is written in the group too when the admin asks for it, with a line of history', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    const { student, groupId, group } = team;
    await change(portal, student, { email, followInGroup: true });
    expect(await opens(student, email)).toBe(200);
    const read = await portal.admin.call(findGroup, { params: { email } });
    expect(read.group).toMatchObject({ _id: groupId, version: group.version + 1 });
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    expect(at(changes, 0)).toMatchObject({
      memberName: student.name,
      part: 'member',
      field: 'email',
      from: student.email,
      to: email,
    });
    const entries = await portal.db
      .selectFrom('audit_entries')
      .select(['action', 'subject_name'])
      .orderBy('sequence', 'desc')
      .limit(2)
      .execute();
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'account-changed',
      'group-changed',
    ]);
    expect(await leftMembers(portal)).toEqual([]);
  });

  test('otherwise closes the group, which Attention names until one of both is mended', async ({
    portal,
  }) => {
    const { student, groupId, ids, group } = await aTeam(portal);
    await change(portal, student, { email });
    expect(await opens(student, email)).toBe(404);
    const { version } = group;
    expect(await leftMembers(portal)).toEqual([
      {
        memberId: at(ids, 0),
        memberName: student.name,
        memberEmail: student.email,
        group: { _id: groupId, fypGroupName: group.fypGroupName, version },
        account: { _id: student.userId, name: student.name, email },
      },
    ]);
    const body = { fypGroupMembers: [{ _id: at(ids, 0), email }], version };
    await portal.admin.call(updateGroup, { params: { groupId }, body });
    expect(await leftMembers(portal)).toEqual([]);
    expect(await opens(student, email)).toBe(200);
  });

  test('is not named any more once it is taken back, or somebody else has the old one', async ({
    portal,
  }) => {
    const { student } = await aTeam(portal);
    await change(portal, student, { email });
    await change(portal, student, { email: student.email });
    expect(await leftMembers(portal)).toEqual([]);
    await change(portal, student, { email });
    expect(await leftMembers(portal)).toHaveLength(1);
    await somebody(portal, 'student', student.name, student.email);
    expect(await leftMembers(portal)).toEqual([]);
  });

  test('is named too when it is the group that gets another one, and after the bin', async ({
    portal,
  }) => {
    const { student, groupId, ids, mate } = await aTeam(portal);
    const params = { groupId };
    const body = { fypGroupMembers: [{ _id: at(ids, 0), email }] };
    await portal.admin.call(updateGroup, { params, body });
    expect(await leftMembers(portal)).toMatchObject([
      { memberEmail: email, account: { email: student.email } },
    ]);
    await portal.admin.call(deleteGroup, { params });
    await change(portal, mate, { email: 'mate@elsewhere.test', followInGroup: true });
    expect(await leftMembers(portal)).toEqual([]);
    await portal.admin.call(restoreGroup, { params });
    const named = (await leftMembers(portal)).map(({ account }) => account.email);
    expect(named).toEqual([student.email, 'mate@elsewhere.test']);
  });

  test('is refused where another member has it, and then nothing is changed', async ({
    portal,
  }) => {
    const { student, mate, group } = await aTeam(portal);
    await portal.db.deleteFrom('sessions').where('user_id', '=', mate.userId).execute();
    await portal.db.deleteFrom('users').where('id', '=', mate.userId).execute();
    const params = { userId: student.userId };
    const body = { email: mate.email, followInGroup: true };
    const message = `${mate.email} is the email of another member of a group. Leave ${group.fypGroupName} as it is, or change that member first.`;
    expect(await refusalOf(portal, portal.admin, updateUser, { params, body })).toMatchObject({
      status: 409,
      code: 'already-in-group',
      message,
      fields: { email: message },
    });
  });

  test('can be foreseen: the list of users tells who is a member of which group', async ({
    portal,
  }) => {
    const { student, group, supervisor } = await aTeam(portal);
    const memberOf = async (q: string) =>
      (await portal.admin.call(listUsers, { query: { q } })).users.map((user) => user.memberOf);
    expect(await memberOf(student.email)).toEqual([
      { fypGroupName: group.fypGroupName, memberName: student.name },
    ]);
    expect(await memberOf(supervisor.email)).toEqual([null]);
    await portal.admin.call(deleteGroup, { params: { groupId: group._id } });
    expect(await memberOf(student.email)).toEqual([null]);
  });
});
