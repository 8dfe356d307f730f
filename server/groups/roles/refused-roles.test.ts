import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { updateUser } from '#contract/users.ts';
import { createTestGroup, createTestUser, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const refusedEdit = (portal: Portal, groupId: string, body: object) =>
  expectRefusal(portal, portal.admin, updateGroup, { params: { groupId }, body });
const edit = (portal: Portal, groupId: string, body: object) =>
  portal.admin.call(updateGroup, { params: { groupId }, body });
const account = (portal: Portal, { userId }: TestUser, body: object) =>
  portal.admin.call(updateUser, { params: { userId }, body });
const conflict = { status: 409, code: 'already-in-group' };

describe('a second role for one person in the same group', () => {
  test.for(['supervisor', 'externalExaminer'] as const)(
    'is rejected when a member who has joined the faculty is named as %s',
    async (field, { portal }) => {
      const { student, groupId, group } = await createTestGroup(portal);
      await account(portal, student, { role: 'faculty' });
      const role = field === 'supervisor' ? 'supervisor' : 'external examiner';
      const message = `${student.name} (${student.email}) is a member of ${group.fypGroupName} and can’t also be its ${role}. Name another ${role}, or correct the member’s email.`;
      for (const body of [{ [field]: student.name }, { [`${field}Id`]: student.userId }]) {
        const refusal = await refusedEdit(portal, groupId, body);
        expect(refusal).toMatchObject({ ...conflict, message, fields: { [field]: message } });
      }
      const other = await createTestGroup(portal);
      await edit(portal, other.groupId, { [field]: student.name });
    },
  );

  test('is not given to a member’s account that joins the faculty and has the supervisor’s name', async ({
    portal,
  }) => {
    const { student, groupId, read } = await createTestGroup(portal);
    await edit(portal, groupId, { supervisor: student.name });
    const other = await createTestGroup(portal);
    await edit(portal, other.groupId, { supervisor: student.name });
    await account(portal, student, { role: 'faculty' });
    expect((await read()).supervisorId).toBeNull();
    expect((await other.read()).supervisorId).toBe(student.userId);
  });
});

describe('concurrent role changes', () => {
  test('cannot make a member the supervisor of the same group, even if the member joins the faculty at the same time', async ({
    portal,
  }) => {
    const second = await createTestUser(portal, 'admin');
    for (let round = 0; round < 6; round += 1) {
      const { student, groupId, read } = await createTestGroup(portal);
      const params = { groupId };
      const body = round % 2 ? { supervisor: student.name } : { supervisorId: student.userId };
      const joins = { params: { userId: student.userId }, body: { role: 'faculty' as const } };
      const replies = await Promise.all([
        portal.admin.request(updateUser, joins),
        second.caller.request(updateGroup, { params, body }),
      ]);
      expect(replies.every(({ status }) => status < 500)).toBe(true);
      expect((await read()).supervisorId).not.toBe(student.userId);
    }
  });
});
