import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { deleteGroup, findGroup, getGroup, restoreGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  emailTestGroupMarks,
  markTestGroup,
  readMarksEmails,
} from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const email = 'right.address@university.test';
const change = (portal: Portal, { userId }: { userId: string }, body: object) =>
  portal.admin.call(updateUser, { params: { userId }, body });
const opens = async (student: { caller: Portal['admin'] }, address: string) =>
  (await student.caller.request(findGroup, { params: { email: address } })).status;

describe('changing the email address of a member’s account', () => {
  test.for([undefined, false, true])(
    'updates the group, its history and the audit trail, regardless of the obsolete request field `followInGroup` (%s)',
    async (followInGroup, { portal }) => {
      const { student, groupId, group } = await createTestGroup(portal);
      await change(portal, student, { email, followInGroup });
      expect(await opens(student, email)).toBe(200);
      expect(await opens(student, student.email)).toBe(404);
      const read = await portal.admin.call(findGroup, { params: { email } });
      expect(read.group).toMatchObject({ _id: groupId, version: group.version + 1 });
      const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
      expect(getItemAt(changes, 0)).toMatchObject({
        memberName: student.name,
        part: 'member',
        field: 'email',
        from: student.email,
        to: email,
      });
      const entries = await portal.db
        .selectFrom('audit_entries')
        .select('action')
        .where('detail', 'like', '%email%')
        .execute();
      expect(entries.map(({ action }) => action).toSorted()).toEqual([
        'account-changed',
        'group-changed',
      ]);
      expect((await portal.admin.call(findAttention)).contestedMembers).toEqual([]);
    },
  );

  test('also updates a group in the bin, so that the same person is still its member after it is restored', async ({
    portal,
  }) => {
    const { student, mate, groupId, group } = await createTestGroup(portal);
    await portal.admin.call(deleteGroup, { params: { groupId } });
    await change(portal, student, { email });
    const second = await createTestUser(portal, 'student', 'Somebody Else', student.email);
    await portal.admin.call(restoreGroup, { params: { groupId } });
    expect(await opens(student, email)).toBe(200);
    expect(await opens(mate, email)).toBe(200);
    expect(await opens(second, second.email)).toBe(404);
    const params = { name: group.fypGroupName };
    expect((await second.caller.request(getGroup, { params })).status).toBe(404);
  });

  test('redirects the member’s queued and failed emails, but not sent emails', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { student, mate } = team;
    await markTestGroup(team, 7, 8);
    await emailTestGroupMarks(team);
    const [first] = await readMarksEmails(portal);
    await portal.db
      .updateTable('emails')
      .set({ failed_at: portal.clock().toISOString() })
      .where('id', '=', first?.id ?? '')
      .execute();
    await change(portal, student, { email });
    const recipients = (await readMarksEmails(portal)).map(({ recipient }) => recipient);
    expect(recipients).toEqual([email, mate.email]);
    await portal.deliver();
    await change(portal, mate, { email: 'later@university.test' });
    const sent = (await readMarksEmails(portal)).map(({ recipient }) => recipient);
    expect(sent).toEqual([email, mate.email]);
  });

  test('is rejected if the new address belongs to a group member without an account', async ({
    portal,
  }) => {
    const { student, group } = await createTestGroup(portal);
    const other = await createTestGroup(portal, { size: 1 });
    const invited = 'nobody.yet@university.test';
    await portal.db
      .updateTable('members')
      .set({ email: invited, user_id: null })
      .where('id', '=', getItemAt(other.ids, 0))
      .execute();
    const params = { userId: student.userId };
    const message = `${invited} is another group member’s email. Change that member’s email first, because ${group.fypGroupName} uses the email of this account.`;
    const body = { email: invited };
    expect(await expectRefusal(portal, portal.admin, updateUser, { params, body })).toMatchObject({
      status: 409,
      code: 'already-in-group',
      message,
      fields: { email: message },
    });
  });

  test('keeps the account’s group membership in the user list, even if another account then gets the old address', async ({
    portal,
  }) => {
    const { student, group, supervisor } = await createTestGroup(portal);
    const memberOf = async (q: string) =>
      (await portal.admin.call(listUsers, { query: { q } })).users.map((user) => user.memberOf);
    const roll = group.fypGroupMembers[0]?.roll;
    const membership = { fypGroupName: group.fypGroupName, memberName: student.name, roll };
    expect(await memberOf(student.email)).toEqual([membership]);
    expect(await memberOf(supervisor.email)).toEqual([null]);
    await change(portal, student, { email });
    await createTestUser(portal, 'student', 'Somebody Else', student.email);
    expect(await memberOf(email)).toEqual([membership]);
    expect(await memberOf(student.email)).toEqual([null]);
    await portal.admin.call(deleteGroup, { params: { groupId: group._id } });
    expect(await memberOf(email)).toEqual([null]);
  });
});
