import { describe, expect } from 'vitest';
import { resetPassword } from '#contract/account.ts';
import { listAssignedGroups, listChanges } from '#contract/groups.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { aTeam, somebody } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { aName, emailOf } from '#tools/test/people.ts';

describe('an account made by an admin', () => {
  test('its owner is invited by an email and chooses a password of their own', async ({
    portal,
  }) => {
    const name = aName('Supervisor');
    const email = emailOf(name);
    const { oneTimePassword } = await portal.admin.call(createUser, {
      body: { name, email, role: 'faculty' },
    });
    expect(oneTimePassword).toBeDefined();
    const message = await portal.db
      .selectFrom('emails')
      .selectAll()
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    expect(message.text_body).not.toContain(oneTimePassword);
    const token = /\/login#reset=([\w-]+)/.exec(message.text_body)?.[1] ?? '';
    portal.wait(6 * 24 * 3_600_000);
    const password = 'a passphrase of their own';
    await portal.visitor.call(resetPassword, { body: { token, password } });
    await portal.visitor.logIn(email, password);
  });
});

describe('a faculty member who is renamed', () => {
  test('keeps their groups, and their history says so', async ({ portal }) => {
    const { groupId, supervisor, examiner } = await aTeam(portal);
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

  test('is told by their role: a student of the same name renames nobody’s supervisor', async ({
    portal,
  }) => {
    const { supervisor, read } = await aTeam(portal);
    const before = await read();
    const namesake = await somebody(portal, 'student', supervisor.name, 'namesake@university.test');
    for (const [userId, name] of [
      [namesake.userId, aName('Renamed')],
      [supervisor.userId, supervisor.name],
    ] as const) {
      await portal.admin.call(updateUser, { params: { userId }, body: { name } });
      expect(await read()).toEqual(before);
    }
  });

  test('a new spelling of the same name changes nothing but the spelling', async ({ portal }) => {
    const { supervisor, groupId } = await aTeam(portal);
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
