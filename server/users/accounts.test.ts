import { describe, expect } from 'vitest';
import { register } from '#contract/account.ts';
import { importUsers } from '#contract/admin/imports.ts';
import { login } from '#contract/session.ts';
import { findChoices } from '#contract/students/proposals.ts';
import { createUser, listUsers, updateUser } from '#contract/users.ts';
import { failWritesTo } from '#server/test/faults/break-writes.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { prepareFirstAdmin } from '#server/users/first-admin.ts';
import { buildPdfFile, testUserPassword } from '#tools/test/people.ts';

const day = 24 * 3_600_000;

const samina = {
  name: 'Dr. Samina Rafiq',
  email: 'samina@university.test',
  role: 'faculty',
  password: testUserPassword,
} as const;

describe('an account that an admin creates', () => {
  test('has the role that the admin chose', async ({ portal }) => {
    const { user, message, ...rest } = await portal.admin.call(createUser, { body: samina });
    expect(message).toBe('User created successfully');
    expect(user).toMatchObject({
      name: samina.name,
      email: samina.email,
      role: 'faculty',
      fileUrl: null,
      blockedAt: null,
    });
    expect(rest).not.toHaveProperty('oneTimePassword');
    const reply = await portal.visitor.call(login, { body: samina });
    expect([reply.role, reply.teacherId]).toEqual(['faculty', user._id]);
  });

  test('is rejected if its email is taken', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    expect(
      await expectRefusal(portal, portal.admin, createUser, {
        body: { ...samina, email: email.toUpperCase() },
      }),
    ).toMatchObject({
      status: 409,
      code: 'email-taken',
      fields: { email: `There is already an account with the email ${email}.` },
    });
  });

  test('is rejected if its email belongs to a blocked account, and only admins are told that it is blocked', async ({
    portal,
  }) => {
    const [blocked, other] = [await createTestUser(portal), await createTestUser(portal)];
    const block = { params: { userId: blocked.userId }, body: { blocked: true } };
    await portal.admin.call(updateUser, block);
    const { name, email } = blocked;
    const message = `There is already an account with the email ${email}.`;
    const remedy = ' It is blocked: unblock it under Users.';
    const created = { body: { ...samina, email } };
    const edited = { params: { userId: other.userId }, body: { email } };
    const visitor = { body: { name, email, password: testUserPassword } };
    for (const [refusal, expected] of [
      [await expectRefusal(portal, portal.admin, createUser, created), message + remedy],
      [await expectRefusal(portal, portal.admin, updateUser, edited), message + remedy],
      [await expectRefusal(portal, portal.visitor, register, visitor), message],
    ] as const)
      expect(refusal.fields).toEqual({ email: expected });
    const rows = [{ row: 2, name, email, role: 'Student' }];
    const { errors } = await portal.admin.call(importUsers, { body: { rows, dryRun: true } });
    expect(errors).toMatchObject([{ row: 2, column: 'email' }]);
    expect(errors[0]?.message).toContain('is blocked. Unblock it under Users');
  });

  test('is rejected with a server error, not a conflict, if the database fails', async ({
    portal,
  }) => {
    const mend = await failWritesTo(portal, 'insert', 'users');
    const refusal = await expectRefusal(portal, portal.admin, createUser, { body: samina });
    expect(refusal).toMatchObject({ status: 500, code: 'fault' });
    expect(portal.logged.join()).toContain('broken');
    await mend();
  });

  test('may have the same name as another faculty account, and the staff list distinguishes the two accounts by email', async ({
    portal,
  }) => {
    await portal.admin.call(createUser, { body: samina });
    const body = { ...samina, email: 'other@university.test' };
    await portal.admin.call(createUser, { body });
    const { staff } = await portal.admin.call(findChoices);
    expect(staff.map(({ name, email }) => [name, email])).toEqual([
      [samina.name, body.email],
      [samina.name, samina.email],
    ]);
  });

  test.for(['other', ' OTHER', 'Dr. Other', '0ther', 'оther'])(
    'cannot have the role faculty if its name is the placeholder “%s”',
    async (name, { portal }) => {
      const body = { ...samina, name };
      expect(await expectRefusal(portal, portal.admin, createUser, { body })).toMatchObject({
        status: 400,
        code: 'invalid',
        fields: { name: expect.stringContaining('stands for a supervisor who is chosen later') },
      });
      const { user } = await portal.admin.call(createUser, { body: { ...body, role: 'student' } });
      const promoted = { params: { userId: user._id }, body: { role: 'faculty' } };
      expect(await expectRefusal(portal, portal.admin, updateUser, promoted)).toMatchObject({
        status: 400,
        fields: { name: expect.stringContaining('stands for') },
      });
    },
  );
});

describe('the user list', () => {
  const names = async (portal: Portal, query: object = {}) => {
    const { users, total } = await portal.admin.call(listUsers, { query });
    return { names: users.map(({ name }) => name), total };
  };
  const people = ['Zara Öztürk', 'adeel_100%', 'Bilal Khan', 'ayesha KHAN'];
  const fill = async (portal: Portal) => {
    for (const [index, name] of people.entries()) {
      await createTestUser(
        portal,
        index === 2 ? 'faculty' : 'student',
        name,
        `person${index}@university.test`,
      );
    }
  };

  test('contains all users, sorted by name, if no page is requested', async ({ portal }) => {
    await fill(portal);
    expect(await names(portal)).toEqual({
      names: ['adeel_100%', 'ayesha KHAN', 'Bilal Khan', 'The Admin', 'Zara Öztürk'],
      total: 5,
    });
  });

  test('can be requested in pages, which together contain each user exactly once, and every page states the total number of users', async ({
    portal,
  }) => {
    await fill(portal);
    const pages: Awaited<ReturnType<typeof names>>[] = [];
    for (const page of [1, 2, 3, 4]) pages.push(await names(portal, { page, limit: 2 }));
    expect(pages.map((page) => page.names.length)).toEqual([2, 2, 1, 0]);
    expect(pages.flatMap((page) => page.names)).toEqual((await names(portal)).names);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([5]));
  });

  test.for([
    ['khan', ['ayesha KHAN', 'Bilal Khan']],
    ['person1@', ['adeel_100%']],
    ['faculty', ['Bilal Khan']],
    ['nobody', []],
  ] as const)('is filtered by the search words “%s”', async ([q, expected], { portal }) => {
    await fill(portal);
    expect(await names(portal, { q })).toEqual({ names: expected, total: expected.length });
  });

  test('contains only the public fields of each user, and no password or hash', async ({
    portal,
  }) => {
    await portal.visitor.call(register, { body: { ...samina, file: buildPdfFile('cv.pdf') } });
    const response = await portal.admin.request(listUsers, { query: { q: 'samina' } });
    const text = await response.text();
    expect(Object.keys(JSON.parse(text).users[0]).toSorted()).toEqual([
      '_id',
      'blockedAt',
      'confirmedAt',
      'createdAt',
      'email',
      'fileUrl',
      'memberOf',
      'name',
      'role',
      'supervises',
    ]);
    expect(text).not.toMatch(/argon2|password|hash/i);
  });
});

describe('the first admin', () => {
  const empty = async (portal: Portal) => {
    await portal.db.deleteFrom('sessions').execute();
    await portal.db.deleteFrom('users').execute();
  };

  test('is created from ADMIN_EMAIL and ADMIN_PASSWORD in an empty database', async () => {
    const { portal, close } = await openPortal({
      ADMIN_EMAIL: 'Dean@University.test',
      ADMIN_PASSWORD: testUserPassword,
    });
    await empty(portal);
    expect(await prepareFirstAdmin(portal)).toBeUndefined();
    const body = { email: 'dean@university.test', password: testUserPassword };
    const reply = await portal.visitor.call(login, { body });
    expect(reply).toMatchObject({ role: 'admin' });
    expect(reply).not.toHaveProperty('passwordEndsAt');
    await close();
  });

  test('is not created with one of the most used passwords', async () => {
    const { portal, close } = await openPortal({
      ADMIN_EMAIL: 'dean@university.test',
      ADMIN_PASSWORD: 'Password1',
    });
    await empty(portal);
    await expect(prepareFirstAdmin(portal)).rejects.toThrow(
      'ADMIN_PASSWORD cannot be used. This is one of the most used passwords. Choose another.',
    );
    expect(await portal.db.selectFrom('users').select('id').execute()).toEqual([]);
    await close();
  });

  test('receives a new one-time password at each start until the first login if ADMIN_PASSWORD is not set', async ({
    portal,
  }) => {
    await empty(portal);
    const first = await prepareFirstAdmin(portal);
    expect(first).toEqual({
      email: 'admin@localhost.local',
      password: expect.stringMatching(/^[a-z2-9]{12}$/),
    });
    // Let the first password expire after 7 days, as if the portal had been killed before it printed the password.
    portal.wait(8 * day);
    const made = await prepareFirstAdmin(portal);
    expect(made).toEqual({
      email: 'admin@localhost.local',
      password: expect.stringMatching(/^[a-z2-9]{12}$/),
    });
    expect(await expectRefusal(portal, portal.visitor, login, { body: first ?? {} })).toMatchObject(
      {
        message: 'Invalid credentials',
      },
    );
    const body = made ?? { email: '', password: '' };
    const { role } = await portal.visitor.call(login, { body });
    expect(role).toBe('admin');
    expect(await prepareFirstAdmin(portal)).toBeUndefined();
    portal.wait(7 * day);
    const { message } = await expectRefusal(portal, portal.visitor, login, { body });
    expect(message).toContain('This one-time password was valid for 7 days and has expired.');
  });

  test('is not created if an account already exists', async ({ portal }) => {
    const before = await portal.snapshot();
    expect(await prepareFirstAdmin(portal)).toBeUndefined();
    expect(await portal.snapshot()).toEqual(before);
  });
});
