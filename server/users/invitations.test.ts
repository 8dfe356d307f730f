import { describe, expect } from 'vitest';
import { listAssignedGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { updateUser } from '#contract/users.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { createUniqueName } from '#tools/test/people.ts';

describe('renaming a user', () => {
  test('updates the groups of a faculty member and records the change in the groups’ history', async ({
    portal,
  }) => {
    const { groupId, supervisor, examiner } = await createTestGroup(portal);
    for (const person of [supervisor, examiner]) {
      await portal.admin.call(updateUser, {
        params: { userId: person.userId },
        body: { name: `Prof. ${person.name}` },
      });
      const { allGroups } = await person.caller.call(listAssignedGroups);
      expect(allGroups.map(({ _id }) => _id)).toEqual([groupId]);
    }
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    expect(changes).toContainEqual(
      expect.objectContaining({
        field: 'supervisor',
        from: supervisor.name,
        to: `Prof. ${supervisor.name}`,
      }),
    );
  });

  test('does not affect groups if the user is a student with the supervisor’s name', async ({
    portal,
  }) => {
    const { supervisor, read } = await createTestGroup(portal);
    const before = await read();
    const namesake = await createTestUser(
      portal,
      'student',
      supervisor.name,
      'namesake@university.test',
    );
    for (const [userId, name] of [
      [namesake.userId, createUniqueName('Renamed')],
      [supervisor.userId, supervisor.name],
    ] as const) {
      await portal.admin.call(updateUser, { params: { userId }, body: { name } });
      expect(await read()).toEqual(before);
    }
  });

  test('updates groups even if only the letter case of the name changes', async ({ portal }) => {
    const { supervisor, groupId } = await createTestGroup(portal);
    await portal.admin.call(updateUser, {
      params: { userId: supervisor.userId },
      body: { name: supervisor.name.toUpperCase() },
    });
    const { allGroups } = await supervisor.caller.call(listAssignedGroups);
    expect(allGroups[0]).toMatchObject({
      _id: groupId,
      supervisor: supervisor.name.toUpperCase(),
    });
  });
});
