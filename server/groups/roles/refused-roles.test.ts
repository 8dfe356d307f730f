import { describe, expect } from 'vitest';
import { chooseAccount, updateGroup } from '#contract/admin/group-edits.ts';
import { importGroups, importUsers } from '#contract/admin/imports.ts';
import { deleteGroup } from '#contract/groups.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createUser, updateUser } from '#contract/users.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  removeMemberFiles,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import {
  buildEmailAddress,
  buildMember,
  buildProposal,
  createUniqueName,
} from '#tools/test/people.ts';

const refusedEdit = (portal: Portal, groupId: string, body: object) =>
  expectRefusal(portal, portal.admin, updateGroup, { params: { groupId }, body });
const refusedAccount = (portal: Portal, { userId }: TestUser, body: object) =>
  expectRefusal(portal, portal.admin, updateUser, { params: { userId }, body });
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
      const message = `${student.name} (${student.email}) is a member of ${group.fypGroupName} and cannot also be its ${role}. Name another ${role}, or correct the member’s email.`;
      for (const body of [{ [field]: student.name }, { [`${field}Id`]: student.userId }]) {
        const refusal = await refusedEdit(portal, groupId, body);
        expect(refusal).toMatchObject({ ...conflict, message, fields: { [field]: message } });
      }
      const other = await createTestGroup(portal);
      await edit(portal, other.groupId, { [field]: student.name });
    },
  );

  test.for(['supervisor', 'examiner'] as const)(
    'is rejected when a member is given the email address of the %s',
    async (holder, { portal }) => {
      const team = await createTestGroup(portal);
      await removeMemberFiles(portal, team);
      const fypGroupMembers = [
        { _id: getItemAt(team.ids, 1), email: team[holder].email, isAnotherStudent: true },
      ];
      const refusal = await refusedEdit(portal, team.groupId, { fypGroupMembers });
      const fields = { 'fypGroupMembers.0.email': refusal.message };
      expect(refusal).toMatchObject({ ...conflict, fields });
    },
  );

  test('is rejected when a staff account is given the email address of a member without an account', async ({
    portal,
  }) => {
    const { supervisor, examiner, groupId, ids } = await createTestGroup(portal);
    const email = buildEmailAddress(createUniqueName('Invited'));
    await removeMemberFiles(portal, { ids });
    const fypGroupMembers = [{ _id: getItemAt(ids, 1), email, isAnotherStudent: true }];
    await edit(portal, groupId, { fypGroupMembers });
    for (const staff of [supervisor, examiner]) {
      const refusal = await refusedAccount(portal, staff, { email });
      expect(refusal).toMatchObject({ ...conflict, fields: { email: refusal.message } });
    }
  });

  test('is rejected when a member’s account joins the faculty and the group’s supervisor has the same name', async ({
    portal,
  }) => {
    const { student, groupId } = await createTestGroup(portal);
    await edit(portal, groupId, { supervisor: student.name });
    const refusal = await refusedAccount(portal, student, { role: 'faculty' });
    expect(refusal).toMatchObject({ ...conflict, fields: { role: refusal.message } });
    await portal.admin.call(deleteGroup, { params: { groupId } });
    const inBin = await refusedAccount(portal, student, { role: 'faculty' });
    expect(inBin.message).toMatch(/is in the bin: restore it first\.$/);
  });

  test('is rejected when a new account has a member’s email and the supervisor’s name', async ({
    portal,
  }) => {
    const { groupId, ids } = await createTestGroup(portal);
    const name = createUniqueName('Invited');
    const email = buildEmailAddress(name);
    await removeMemberFiles(portal, { ids });
    const fypGroupMembers = [{ _id: getItemAt(ids, 1), email, isAnotherStudent: true }];
    await edit(portal, groupId, { supervisor: name, fypGroupMembers });
    const body = { name, email, role: 'faculty' };
    expect(await expectRefusal(portal, portal.admin, createUser, { body })).toMatchObject(conflict);
    const rows = [{ row: 2, ...body }];
    const { errors } = await portal.admin.call(importUsers, { body: { rows, dryRun: true } });
    expect(errors).toMatchObject([{ row: 2, column: 'email' }]);
    const written = { body: { rows, dryRun: false } };
    const refusal = await expectRefusal(portal, portal.admin, importUsers, written);
    expect(refusal.fields).toEqual({ 'rows.0.email': getItemAt(errors, 0).message });
    const other = [{ row: 2, ...body, email: `other.${email}` }];
    await portal.admin.call(importUsers, { body: { rows: other, dryRun: false } });
  });

  test('is rejected when a proposal contains a member with the supervisor’s email', async ({
    portal,
  }) => {
    const [student, supervisor] = [
      await createTestUser(portal),
      await createTestUser(portal, 'faculty'),
    ];
    const mate = { name: createUniqueName('Mate'), email: supervisor.email };
    const body = buildProposal([student, mate], { supervisor: supervisor.name });
    const refusal = await expectRefusal(portal, student.caller, submitProposal, { body });
    const fields = { 'groupMembers.1.email': refusal.message };
    expect(refusal).toMatchObject({ ...conflict, fields });
  });

  test('is rejected in the dry run and in the import when an imported member has the supervisor’s email', async ({
    portal,
  }) => {
    const supervisor = await createTestUser(portal, 'faculty');
    const { feeProof: _, ...member } = buildMember(supervisor);
    const project = { group: 'A', program: 'BSCS', title: 'Robots', category: 'Web Development' };
    const rows = [{ row: 2, ...project, supervisor: supervisor.name, ...member }];
    const checked = await portal.admin.call(importGroups, { body: { rows, dryRun: true } });
    const { message } = getItemAt(checked.errors, 0);
    expect(checked.errors).toEqual([{ row: 2, column: 'email', message }]);
    const { cohort, token } = checked;
    const body = { rows, dryRun: false, cohort: cohort.code, token };
    const refusal = await expectRefusal(portal, portal.admin, importGroups, { body });
    expect(refusal.fields).toEqual({ 'rows.0.email': message });
  });

  test('is rejected when an admin chooses the supervisor’s or examiner’s account for a contested member', async ({
    portal,
  }) => {
    const { supervisor, examiner, groupId, ids } = await createTestGroup(portal);
    const memberId = getItemAt(ids, 1);
    const contested = buildEmailAddress(createUniqueName('Contested'));
    await portal.db
      .updateTable('members')
      .set({ user_id: null, email: contested, left_by: supervisor.userId })
      .where('id', '=', memberId)
      .execute();
    for (const { userId } of [supervisor, examiner]) {
      await portal.db
        .updateTable('members')
        .set({ left_by: userId })
        .where('id', '=', memberId)
        .execute();
      const input = { params: { memberId }, body: { userId } };
      const refusal = await expectRefusal(portal, portal.admin, chooseAccount, input);
      expect(refusal).toMatchObject({ ...conflict, fields: { userId: refusal.message } });
    }
    await edit(portal, groupId, { fypTitle: 'Another title' });
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

  test('cannot assign the same email address to both a member and the supervisor’s account', async ({
    portal,
  }) => {
    const second = await createTestUser(portal, 'admin');
    for (let round = 0; round < 6; round += 1) {
      const { supervisor, groupId, ids, read } = await createTestGroup(portal);
      const email = buildEmailAddress(createUniqueName('Wanted'));
      await removeMemberFiles(portal, { ids });
      const fypGroupMembers = [{ _id: getItemAt(ids, 1), email, isAnotherStudent: true }];
      const replies = await Promise.all([
        portal.admin.request(updateUser, {
          params: { userId: supervisor.userId },
          body: { email },
        }),
        second.caller.request(updateGroup, { params: { groupId }, body: { fypGroupMembers } }),
      ]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const { fypGroupMembers: members } = await read();
      const account = await portal.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .execute();
      expect(account.length + members.filter((member) => member.email === email).length).toBe(1);
    }
  });
});
