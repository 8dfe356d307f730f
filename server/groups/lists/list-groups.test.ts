import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { deleteGroup, listGroups, restoreGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { saveMarks } from '#contract/marks.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildProposal } from '#tools/test/people.ts';

const list = async (portal: Portal, query: object = {}) => {
  const { groups, total } = await portal.admin.call(listGroups, { query });
  return { names: groups.map(({ fypGroupName }) => fypGroupName), total };
};
const groupOf = async (portal: Portal, name: string, email: string, changes: object) => {
  const { caller } = await createTestUser(portal, 'student', name, email);
  return caller.call(submitProposal, { body: buildProposal([{ name, email }], changes) });
};

describe('the list of groups', () => {
  test('contains all groups sorted by name, or one page of them if a page is requested', async ({
    portal,
  }) => {
    for (const program of ['BSSE', 'BSCS', 'BSCS'])
      await createTestGroup(portal, { size: 1, program });
    const all = ['BSCS-2027-001', 'BSCS-2027-002', 'BSSE-2027-001'];
    expect(await list(portal)).toEqual({ names: all, total: 3 });
    expect(await list(portal, { page: 1, limit: 2 })).toEqual({ names: all.slice(0, 2), total: 3 });
    expect(await list(portal, { page: 2, limit: 2 })).toEqual({ names: all.slice(2), total: 3 });
    expect(await list(portal, { page: 9, limit: 2 })).toEqual({ names: [], total: 3 });
  });

  test.for([
    ['bscs-2027', ['BSCS-2027-001']],
    ['quiz APP', ['BSCS-2027-001']],
    ['AYESHA', ['BSSE-2027-001']],
    ['ayesha rafiq', ['BSSE-2027-001']],
    ['ayesha@university', ['BSSE-2027-001']],
    ['ayesha zoë', []],
  ] as const)(
    'contains only the groups that match the search “%s”',
    async ([q, expected], { portal }) => {
      await groupOf(portal, 'Zoë Malik', 'zoe@university.test', {
        title: 'A quiz app',
        supervisor: 'other',
      });
      await groupOf(portal, 'Ayesha Khan', 'ayesha@university.test', {
        title: '100% uptime',
        program: 'BSSE',
        supervisor: 'Dr. Samina Rafiq',
      });
      expect(await list(portal, { q })).toEqual({ names: expected, total: expected.length });
    },
  );
});

describe('the bin for deleted groups', () => {
  test('hides a deleted group from the list of groups, and restores it with its marks and files unchanged', async ({
    portal,
  }) => {
    const { groupId, supervisor, ids, read, student } = await createTestGroup(portal);
    const marks = { [getItemAt(ids, 0)]: { month1: { marks: 5, feedback: 'Good.' } } };
    await supervisor.caller.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
    const before = await read();
    const { files } = await portal.snapshot();
    const params = { groupId };
    expect(await portal.admin.call(deleteGroup, { params })).toEqual({ message: 'Group deleted' });
    expect(await list(portal)).toEqual({ names: [], total: 0 });
    const { groups } = await portal.admin.call(listGroups, { query: { bin: 'true' } });
    expect(groups).toMatchObject([
      {
        _id: groupId,
        deletedAt: portal.clock().toISOString(),
        fypGroupMembers: before.fypGroupMembers,
      },
    ]);
    const { message, group } = await portal.admin.call(restoreGroup, { params });
    expect(message).toBe('Group restored');
    expect(group).toEqual({
      ...before,
      version: before.version + 2,
      changedAt: group.changedAt,
      changedBy: 'The Admin',
    });
    expect((await portal.snapshot()).files).toEqual(files);
    expect((await student.caller.fetch(group.proposalUrl ?? '')).status).toBe(200);
  });

  test('does not allow a group to be restored if another group now has one of its members or its name', async ({
    portal,
  }) => {
    const { groupId, group, student, mate } = await createTestGroup(portal);
    const params = { groupId };
    await portal.admin.call(deleteGroup, { params });
    const made = await mate.caller.call(submitProposal, { body: buildProposal([mate]) });
    expect(made.fypGroupName).toBe('BSCS-2027-002');
    expect(await expectRefusal(portal, portal.admin, restoreGroup, { params })).toMatchObject({
      code: 'already-in-group',
      message: 'A member of this group is now in another group. Change that group first.',
    });
    await portal.admin.call(deleteGroup, { params: { groupId: made.groupId } });
    const third = await createTestGroup(portal, { size: 1 });
    await portal.admin.call(updateGroup, {
      params: { groupId: third.groupId },
      body: { fypGroupName: group.fypGroupName.replace('C', 'С').toLowerCase() },
    });
    expect(await expectRefusal(portal, portal.admin, restoreGroup, { params })).toMatchObject({
      code: 'name-taken',
      message: 'Another group is now named bsсs-2027-001. Rename that group first.',
    });
    await portal.admin.call(updateGroup, {
      params: { groupId: third.groupId },
      body: { fypGroupName: 'Third' },
    });
    await portal.admin.call(restoreGroup, { params });
    expect((await student.caller.fetch(`/api/auth/group/${student.email}`)).status).toBe(200);
  });

  test('does not allow a group to be restored if another group now has a member with the same roll number', async ({
    portal,
  }) => {
    const { groupId, group } = await createTestGroup(portal, { size: 1 });
    await portal.admin.call(deleteGroup, { params: { groupId } });
    const other = await createTestGroup(portal, { size: 1 });
    const { _id } = getItemAt(other.group.fypGroupMembers, 0);
    const { roll } = getItemAt(group.fypGroupMembers, 0);
    await portal.admin.call(updateGroup, {
      params: { groupId: other.groupId },
      body: { fypGroupMembers: [{ _id, roll }] },
    });
    const params = { groupId };
    expect(await expectRefusal(portal, portal.admin, restoreGroup, { params })).toMatchObject({
      code: 'already-in-group',
    });
  });

  test('contains a group only once if two admins delete it concurrently', async ({ portal }) => {
    const { groupId } = await createTestGroup(portal, { size: 1 });
    const params = { groupId };
    const responses = await Promise.all(
      [1, 2].map(() => portal.admin.request(deleteGroup, { params })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});

describe('the history of a group', () => {
  test('lists the author, time, old value and new value of each change, newest first, even for a group in the bin', async ({
    portal,
  }) => {
    const { groupId, supervisor, ids, student } = await createTestGroup(portal, { size: 1 });
    await createTestGroup(portal, { size: 1 });
    portal.wait(60_000);
    const marks = { [getItemAt(ids, 0)]: { month1: { marks: 5 } } };
    await supervisor.caller.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
    await portal.admin.call(deleteGroup, { params: { groupId } });
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    const at1 = '2027-01-15T10:01:00.000Z';
    expect(changes.map(({ kind, ...change }) => change).slice(0, 3)).toEqual([
      {
        changedAt: at1,
        changedBy: 'The Admin',
        memberName: null,
        part: 'group',
        field: 'place',
        from: 'in use',
        to: 'in the bin',
      },
      {
        changedAt: at1,
        changedBy: supervisor.name,
        memberName: student.name,
        part: 'month1',
        field: 'marks',
        from: null,
        to: '5',
      },
      expect.objectContaining({
        changedBy: 'The Admin',
        part: 'group',
        field: 'external_examiner',
        from: null,
      }),
    ]);
    expect(changes).toHaveLength(4);
  });
});
