import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { deleteGroup, listAssignedGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { createTestUser, getItemAt, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildEmailAddress, buildProposal, createUniqueName } from '#tools/test/people.ts';

const name = 'Dr. Ayesha Khan';
const namesake = (portal: Portal, email: string) => createTestUser(portal, 'faculty', name, email);
const change = (portal: Portal, { userId }: { userId: string }, body: object) =>
  portal.admin.call(updateUser, { params: { userId }, body });
const edit = (portal: Portal, groupId: string, body: object) =>
  portal.admin.call(updateGroup, { params: { groupId }, body });
const groupsOf = async ({ caller }: TestUser) => {
  const { allGroups } = await caller.call(listAssignedGroups);
  return allGroups.map(({ _id }) => _id);
};
/** Submits a proposal, then has the admin enter the supervisor's name. Returns the group's id. */
async function proposed(portal: Portal) {
  const student = await createTestUser(portal);
  const body = buildProposal([student], { supervisor: 'other' });
  const { groupId } = await student.caller.call(submitProposal, { body });
  await edit(portal, groupId, { supervisor: name });
  return groupId;
}

describe('the name of a group’s supervisor', () => {
  test('gives no access to the group if two accounts have the name, until an admin chooses one of them', async ({
    portal,
  }) => {
    const [firstAccount, secondAccount] = [
      await namesake(portal, 'one@uni.test'),
      await namesake(portal, 'two@uni.test'),
    ];
    const student = await createTestUser(portal);
    const body = buildProposal([student], { supervisor: name });
    const { groupId } = await student.caller.call(submitProposal, { body });
    expect([await groupsOf(firstAccount), await groupsOf(secondAccount)]).toEqual([[], []]);
    const { unboundNames } = await portal.admin.call(findAttention);
    expect(unboundNames).toMatchObject([
      { name, blocked: null, alike: [], groups: [{ _id: groupId, part: 'supervisor' }] },
    ]);
    expect(getItemAt(unboundNames, 0).namesakes.map(({ email }) => email)).toEqual([
      firstAccount.email,
      secondAccount.email,
    ]);

    const { version } = getItemAt(getItemAt(unboundNames, 0).groups, 0);
    const { group } = await edit(portal, groupId, { supervisorId: secondAccount.userId, version });
    expect(group).toMatchObject({ supervisor: name, supervisorId: secondAccount.userId });
    expect([await groupsOf(firstAccount), await groupsOf(secondAccount)]).toEqual([[], [groupId]]);
    expect((await portal.admin.call(findAttention)).unboundNames).toEqual([]);
    const staff = [firstAccount.email, secondAccount.email];
    const emails = portal.db.selectFrom('emails').select('recipient');
    expect(await emails.where('recipient', 'in', staff).execute()).toEqual([
      { recipient: secondAccount.email },
    ]);
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    expect(getItemAt(changes, 0)).toMatchObject({
      field: 'supervisor_account',
      from: null,
      to: secondAccount.email,
    });
  });

  test('continues to link the group to the first account with this name when a second one is created', async ({
    portal,
  }) => {
    const firstAccount = await namesake(portal, 'one@uni.test');
    const groupId = await proposed(portal);
    const body = { name, email: 'two@uni.test', role: 'faculty', supervises: true } as const;
    const { user } = await portal.admin.call(createUser, { body });
    const secondAccount = { ...firstAccount, caller: await portal.logInAs(user._id) };
    expect([await groupsOf(firstAccount), await groupsOf(secondAccount)]).toEqual([[groupId], []]);
  });

  test('gives no access to the group if two accounts had the name, even after one of them is renamed', async ({
    portal,
  }) => {
    const [firstAccount, secondAccount] = [
      await namesake(portal, 'one@uni.test'),
      await namesake(portal, 'two@uni.test'),
    ];
    const groupId = await proposed(portal);
    await change(portal, secondAccount, { name: 'Dr. Ayesha Khan (Physics)' });
    expect([await groupsOf(firstAccount), await groupsOf(secondAccount)]).toEqual([[], []]);
    const { unboundNames } = await portal.admin.call(findAttention);
    expect(getItemAt(unboundNames, 0).namesakes.map(({ email }) => email)).toEqual([
      firstAccount.email,
    ]);
    await edit(portal, groupId, { supervisorId: firstAccount.userId });
    expect(await groupsOf(firstAccount)).toEqual([groupId]);
  });

  test('links the group to only one account if several accounts with this name are created concurrently', async ({
    portal,
  }) => {
    for (let round = 0; round < 5; round += 1) {
      const wanted = createUniqueName('Wanted');
      const groupId = await proposed(portal);
      await edit(portal, groupId, { supervisor: wanted });
      const made = await Promise.all(
        ['a', 'b', 'c'].map((email) =>
          portal.admin.call(createUser, {
            body: { name: wanted, email: `${email}.${buildEmailAddress(wanted)}`, role: 'faculty' },
          }),
        ),
      );
      const callers = await Promise.all(made.map(({ user }) => portal.logInAs(user._id)));
      const lists = await Promise.all(callers.map((caller) => caller.call(listAssignedGroups)));
      expect(lists.flatMap(({ allGroups }) => allGroups.map(({ _id }) => _id))).toEqual([groupId]);
    }
  });

  test('links the group to the new account if an account with this name is created while an admin enters the name', async ({
    portal,
  }) => {
    for (let round = 0; round < 5; round += 1) {
      const wanted = createUniqueName('Wanted');
      const groupId = await proposed(portal);
      const body = { name: wanted, email: buildEmailAddress(wanted), role: 'faculty' } as const;
      const [{ user }] = await Promise.all([
        portal.admin.call(createUser, { body }),
        edit(portal, groupId, { supervisor: wanted }),
      ]);
      const { group } = await edit(portal, groupId, {});
      expect(group.supervisorId).toBe(user._id);
    }
  });
});

describe('a group whose supervisor or examiner has no account', () => {
  test.for([
    ['is made', (portal: Portal) => made(portal, name)],
    [
      'gets the name',
      async (portal: Portal) => {
        const account = await createTestUser(portal, 'faculty');
        await change(portal, account, { name: 'DR.  ayesha KHAN' });
        return account;
      },
    ],
    [
      'gets the role',
      async (portal: Portal) => {
        const account = await createTestUser(portal, 'student', name);
        await change(portal, account, { role: 'faculty' });
        return { ...account, caller: await portal.logInAs(account.userId) };
      },
    ],
    [
      'is let in again',
      async (portal: Portal) => {
        const account = await namesake(portal, 'one@uni.test');
        await change(portal, account, { blocked: true });
        await proposed(portal);
        await change(portal, account, { blocked: false });
        return { ...account, caller: await portal.logInAs(account.userId) };
      },
    ],
  ] as const)('is linked when the only account with that name %s', async ([, come], { portal }) => {
    const groupId = await proposed(portal);
    const before = await portal.db.selectFrom('groups').select('supervisor_id').execute();
    expect(before).toEqual([{ supervisor_id: null }]);
    expect(await groupsOf(await come(portal))).toContain(groupId);
  });

  test('is linked to the examiner’s new account even in the bin, and its history records the change', async ({
    portal,
  }) => {
    const groupId = await proposed(portal);
    await edit(portal, groupId, { supervisor: 'other', externalExaminer: name });
    await portal.admin.call(deleteGroup, { params: { groupId } });
    const { userId, email } = await made(portal, name);
    const row = await portal.db
      .selectFrom('groups')
      .select(['supervisor_id', 'external_examiner_id'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ supervisor_id: null, external_examiner_id: userId });
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    expect(getItemAt(changes, 0)).toMatchObject({ field: 'external_examiner_account', to: email });
  });

  test('is never linked to an account by the placeholder name “other”, even if an account has that name', async ({
    portal,
  }) => {
    const old = await createTestUser(portal, 'faculty', 'Other', 'other@uni.test');
    const student = await createTestUser(portal);
    const { groupId } = await student.caller.call(submitProposal, {
      body: buildProposal([student]),
    });
    await edit(portal, groupId, { externalExaminer: 'OTHER' });
    await change(portal, old, { blocked: false, email: 'new@uni.test' });
    expect(await groupsOf(old)).toEqual([]);
    const choices = await student.caller.fetch('/api/auth/choices');
    const { supervisors } = (await choices.json()) as { supervisors: { value: string }[] };
    expect(supervisors.filter(({ value }) => /other/i.test(value))).toHaveLength(1);
  });
});

/** Creates a faculty account with the admin API, which, unlike `createTestUser`, links the account to groups. */
async function made(portal: Portal, named: string): Promise<TestUser> {
  const email = buildEmailAddress(named.replaceAll('.', ''));
  const body = { name: named, email, role: 'faculty' } as const;
  const { user } = await portal.admin.call(createUser, { body });
  return { name: named, email, userId: user._id, caller: await portal.logInAs(user._id) };
}

describe('a group that is linked to a staff account', () => {
  test('shows the new name of its account after a rename, while a namesake’s group still shows the old name', async ({
    portal,
  }) => {
    const [firstAccount, secondAccount] = [
      await namesake(portal, 'one@uni.test'),
      await namesake(portal, 'two@uni.test'),
    ];
    const [first, second] = [await proposed(portal), await proposed(portal)];
    await edit(portal, first, { supervisorId: firstAccount.userId });
    await edit(portal, second, { supervisorId: secondAccount.userId });
    await change(portal, firstAccount, { name: 'Dr. Ayesha Raza' });
    const names = await portal.db.selectFrom('groups').select(['id', 'supervisor']).execute();
    expect(new Map(names.map(({ id, supervisor }) => [id, supervisor]))).toEqual(
      new Map([
        [first, 'Dr. Ayesha Raza'],
        [second, name],
      ]),
    );
    expect([await groupsOf(firstAccount), await groupsOf(secondAccount)]).toEqual([
      [first],
      [second],
    ]);
  });

  test('is unlinked when the account leaves the faculty, and is linked to the next account created with the same name', async ({
    portal,
  }) => {
    const firstAccount = await namesake(portal, 'one@uni.test');
    const groupId = await proposed(portal);
    await change(portal, firstAccount, { role: 'student' });
    expect((await edit(portal, groupId, {})).group).toMatchObject({
      supervisor: name,
      supervisorId: null,
    });
    const successor = await made(portal, name);
    expect(await groupsOf(successor)).toEqual([groupId]);
    await change(portal, firstAccount, { role: 'faculty' });
    const again = { ...firstAccount, caller: await portal.logInAs(firstAccount.userId) };
    expect([await groupsOf(again), await groupsOf(successor)]).toEqual([[], [groupId]]);
  });

  test('remains linked while the account is blocked, but Attention lists it with the other accounts of that name', async ({
    portal,
  }) => {
    const firstAccount = await namesake(portal, 'one@uni.test');
    const groupId = await proposed(portal);
    await change(portal, firstAccount, { blocked: true });
    const secondAccount = await made(portal, name);
    expect(await groupsOf(secondAccount)).toEqual([]);
    const { unboundNames } = await portal.admin.call(findAttention);
    expect(unboundNames).toMatchObject([
      { name, blocked: { email: firstAccount.email }, namesakes: [{ email: secondAccount.email }] },
    ]);
    await change(portal, firstAccount, { blocked: false });
    const again = { ...firstAccount, caller: await portal.logInAs(firstAccount.userId) };
    expect(await groupsOf(again)).toEqual([groupId]);
  });

  test('is relinked to the account whose name an admin enters, even if the request still contains the old account’s id', async ({
    portal,
  }) => {
    const firstAccount = await namesake(portal, 'one@uni.test');
    const other = await createTestUser(portal, 'faculty');
    const groupId = await proposed(portal);
    const { group } = await edit(portal, groupId, {});
    expect(group.supervisorId).toBe(firstAccount.userId);
    const renamed = await edit(portal, groupId, { ...group, supervisor: other.name });
    expect(renamed.group.supervisorId).toBe(other.userId);
    const respelled = await edit(portal, groupId, { supervisor: other.name.toUpperCase() });
    expect(respelled.group.supervisorId).toBe(other.userId);
    const left = await edit(portal, groupId, { supervisor: 'Nobody Here' });
    expect(left.group.supervisorId).toBeNull();
    const chosen = await edit(portal, groupId, {
      supervisorId: firstAccount.userId,
      externalExaminerId: '',
    });
    expect(chosen.group).toMatchObject({ supervisor: name, supervisorId: firstAccount.userId });
  });

  test('cannot be linked to an account that is not in the faculty, is blocked, or does not have the entered name', async ({
    portal,
  }) => {
    const groupId = await proposed(portal);
    const student = await createTestUser(portal);
    const blocked = await createTestUser(portal, 'faculty');
    await change(portal, blocked, { blocked: true });
    const other = await createTestUser(portal, 'faculty');
    for (const body of [
      { supervisorId: student.userId },
      { supervisorId: blocked.userId },
      { externalExaminerId: portal.adminId },
      { supervisorId: other.userId, supervisor: 'Dr. Somebody Else' },
    ]) {
      const params = { groupId };
      const refusal = await expectRefusal(portal, portal.admin, updateGroup, { params, body });
      expect(refusal).toMatchObject({ status: 400, code: 'invalid' });
      expect(Object.keys(refusal.fields ?? {})).toEqual([Object.keys(body)[0]]);
    }
  });
});
