import { describe, expect } from 'vitest';
import { findFigures, maxGroupsPerReason } from '#contract/admin/figures.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { deleteGroup } from '#contract/groups.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { buildProposal } from '#tools/test/people.ts';

describe('the admin panel statistics', () => {
  test('count the groups outside the bin, and list those that are waiting for an examiner', async ({
    portal,
  }) => {
    const before = await portal.admin.call(findFigures);
    const settled = await createTestGroup(portal);
    const waiting = await createTestGroup(portal, { size: 1 });
    const params = { groupId: waiting.groupId };
    await portal.admin.call(updateGroup, { params, body: { externalExaminer: '' } });
    const after = await portal.admin.call(findFigures);
    expect(after.groups).toBe(before.groups + 2);
    // The two groups add four staff accounts and three students.
    expect(after.users).toBe(before.users + 4 + 3);
    const named = after.waiting.find(({ reason }) => reason === 'no-examiner');
    expect(named?.groups).toContainEqual({
      _id: waiting.groupId,
      fypGroupName: waiting.group.fypGroupName,
      fypTitle: waiting.group.fypTitle,
    });
    expect(JSON.stringify(after.waiting)).not.toContain(settled.groupId);
    await portal.admin.call(deleteGroup, { params });
    const binned = await portal.admin.call(findFigures);
    expect(binned.groups).toBe(after.groups - 1);
    expect(JSON.stringify(binned.waiting)).not.toContain(waiting.groupId);
  });

  describe('the reason why a group is waiting', () => {
    const nobody = { name: 'Dr. Nobody', key: 'dr. nobody', id: null };
    test.for([
      ['no-examiner', 'external_examiner', { name: null, key: null, id: null }],
      ['supervisor-other', 'supervisor', { name: 'Other', key: 'other', id: null }],
      ['supervisor-account', 'supervisor', nobody],
      ['examiner-account', 'external_examiner', nobody],
      ['staff-choice', 'supervisor', { id: null }],
      ['staff-choice', 'external_examiner', { id: null }],
    ] as const)('is %s if the %s is %o', async ([reason, part, { id, ...named }], { portal }) => {
      const { groupId } = await createTestGroup(portal);
      const reasonsOf = async () => {
        const { waiting } = await portal.admin.call(findFigures);
        const reasons = waiting.filter(({ groups }) => groups.some(({ _id }) => _id === groupId));
        return reasons.map((each) => each.reason);
      };
      expect(await reasonsOf()).toEqual([]);
      const name = 'key' in named && { [part]: named.name, [`${part}_key`]: named.key };
      await portal.db
        .updateTable('groups')
        .set({ ...name, [`${part}_id`]: id })
        .where('id', '=', groupId)
        .execute();
      expect(await reasonsOf()).toEqual([reason]);
    });

    test('is supervisor-account if the only account with the supervisor’s name is blocked', async ({
      portal,
    }) => {
      const { groupId, supervisor } = await createTestGroup(portal);
      const params = { userId: supervisor.userId };
      await portal.admin.call(updateUser, { params, body: { blocked: true } });
      const { waiting } = await portal.admin.call(findFigures);
      const ofSupervisor = waiting.find(({ reason }) => reason === 'supervisor-account');
      expect(ofSupervisor?.groups.map(({ _id }) => _id)).toContain(groupId);
    });
  });

  test('count all waiting groups but list only the first few', async ({ portal }) => {
    for (let number = 0; number < maxGroupsPerReason + 2; number += 1) {
      const student = await createTestUser(portal);
      const proposal = buildProposal([student], { supervisor: 'other' });
      await student.caller.call(submitProposal, { body: proposal });
    }
    const { waiting } = await portal.admin.call(findFigures);
    const otherSupervisors = waiting.find(({ reason }) => reason === 'supervisor-other');
    expect(otherSupervisors?.total).toBeGreaterThanOrEqual(maxGroupsPerReason + 2);
    expect(otherSupervisors?.groups).toHaveLength(maxGroupsPerReason);
    const names = otherSupervisors?.groups.map(({ fypGroupName }) => fypGroupName) ?? [];
    expect(names).toEqual(names.toSorted());
  });

  test('count only the groups of the requested cohort', async ({ portal }) => {
    await createTestGroup(portal);
    const all = await portal.admin.call(findFigures);
    const { code } = portal.content.current;
    expect(await portal.admin.call(findFigures, { query: { cohort: code } })).toEqual(all);
    const none = await portal.admin.call(findFigures, { query: { cohort: '1999' } });
    expect(none).toMatchObject({ groups: 0, users: all.users, waiting: [] });
  });
});
