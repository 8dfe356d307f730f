import { describe, expect } from 'vitest';
import { deleteGroup } from '#contract/groups.ts';
import { listSessions, login } from '#contract/session.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import type { Role } from '#contract/values/roles.ts';
import { hashingQueue, hashPassword } from '#server/session/password/password.ts';
import { occupyHashingQueue } from '#server/test/faults/occupy-hashing-queue.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { testUserPassword } from '#tools/test/people.ts';

const logIn = (portal: Portal, email: string, typed = testUserPassword) =>
  portal.visitor.call(login, { body: { email, password: typed } });
const refused = (portal: Portal, body: unknown) =>
  expectRefusal(portal, portal.visitor, login, { body });
const wrong = {
  status: 401,
  code: 'wrong-credentials',
  message: 'Invalid credentials',
};

const newerHash = await hashPassword('a newer one');

describe('the login', () => {
  test.for<{ role: Role; own: string[] }>([
    { role: 'admin', own: [] },
    { role: 'faculty', own: ['teacherId'] },
    { role: 'student', own: ['studentId'] },
  ])(
    'returns exactly the documented fields to the role $role',
    async ({ role, own: ownPath }, { portal }) => {
      const { userId, name, email } = await createTestUser(portal, role);
      const reply = await logIn(portal, email);
      expect(reply).toEqual({
        token: expect.stringMatching(/^[\w-]{43}$/),
        role,
        name,
        email,
        userId,
        ...Object.fromEntries(ownPath.map((key) => [key, userId])),
        message: 'Login successful!',
      });
    },
  );

  test('ends the previous session of the same browser but no other session', async ({ portal }) => {
    const { email, userId, caller } = await createTestUser(portal);
    const elsewhere = await portal.logInAs(userId);
    await expect(
      caller.call(login, { body: { email, password: 'a wrong one' } }),
    ).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect((await caller.request(listSessions)).status).toBe(200);
    const { token } = await caller.call(login, { body: { email, password: testUserPassword } });
    expect((await caller.request(listSessions)).status).toBe(401);
    for (const open of [elsewhere, new ApiCaller(portal.url, token)]) {
      expect((await open.request(listSessions)).status).toBe(200);
    }
  });

  test('returns the group id only to students in a group', async ({ portal }) => {
    const { groupId, student, mate, supervisor } = await createTestGroup(portal);
    expect((await logIn(portal, student.email)).groupId).toBe(groupId);
    expect((await logIn(portal, mate.email)).groupId).toBe(groupId);
    expect(await logIn(portal, supervisor.email)).not.toHaveProperty('groupId');
    const alone = await createTestUser(portal);
    expect(await logIn(portal, alone.email)).not.toHaveProperty('groupId');
    await portal.admin.call(deleteGroup, { params: { groupId } });
    expect(await logIn(portal, student.email)).not.toHaveProperty('groupId');
  });

  test.for<{ what: string; change: { password_hash: string } | { blocked_at: string } }>([
    { what: 'a new password', change: { password_hash: newerHash } },
    { what: 'a block', change: { blocked_at: '2027-01-15T10:00:00.000Z' } },
  ])('fails if $what takes effect during the password check', async ({ change }, { portal }) => {
    const { email, userId } = await createTestUser(portal);
    const { release } = occupyHashingQueue();
    const response = portal.visitor.request(login, { body: { email, password: testUserPassword } });
    // Wait until the login has read the account and is waiting in the hashing queue.
    await expect.poll(() => hashingQueue.waiting).toBe(1);
    await portal.db.updateTable('users').set(change).where('id', '=', userId).execute();
    await release();
    const { status } = await response;
    expect([401, 403]).toContain(status);
    const sessions = await portal.db.selectFrom('sessions').selectAll().execute();
    expect(sessions.filter(({ user_id }) => user_id === userId)).toHaveLength(1);
  });

  test('accepts the email address in any letter case and the password in any Unicode normalisation form', async ({
    portal,
  }) => {
    const { email, userId } = await createTestUser(portal);
    await portal.admin.call(updateUser, {
      params: { userId },
      body: { password: 'Rene\u0301 writes it' },
    });
    const reply = await logIn(portal, ` ${email.toUpperCase()} `, 'Ren\u00e9 writes it');
    expect(reply.userId).toBe(userId);
  });

  test('returns a different valid token each time', async ({ portal }) => {
    const first = await logIn(portal, 'admin@university.test');
    const second = await logIn(portal, 'admin@university.test');
    expect(first.token).not.toBe(second.token);
    for (const { token } of [first, second]) {
      const response = await portal.visitor.fetch(listUsers.path, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(200);
    }
  });
});

describe('a failed login', () => {
  test('receives the same reply for a wrong password as for an unknown email address', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal);
    const wrongPassword = await refused(portal, { email, password: 'not the password' });
    const unknown = await refused(portal, {
      email: 'nobody@university.test',
      password: testUserPassword,
    });
    expect(wrongPassword).toMatchObject(wrong);
    expect(unknown).toEqual(wrongPassword);
  });

  test('returns an error message for each missing or malformed field', async ({ portal }) => {
    expect(await refused(portal, {})).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { email: 'Email is required.', password: 'Password is required.' },
    });
    expect(await refused(portal, { email: 'not an address', password: '' })).toMatchObject({
      status: 400,
      message: 'Enter an email address such as name@university.edu.',
      fields: {
        email: expect.stringContaining('name@university.edu'),
        password: 'Password is required.',
      },
    });
    expect(
      await refused(portal, { email: 'a@university.test', password: 'x'.repeat(129) }),
    ).toMatchObject({
      status: 400,
      fields: { password: 'Password must be 128 characters or fewer.' },
    });
    expect(
      await refused(portal, { email: ['a@university.test'], password: { $ne: '' } }),
    ).toMatchObject({
      status: 400,
      code: 'invalid',
    });
  });

  test('reveals whether the account is blocked only to a caller who enters the correct password', async ({
    portal,
  }) => {
    const { email, userId } = await createTestUser(portal);
    await portal.admin.call(updateUser, { params: { userId }, body: { blocked: true } });
    expect(await refused(portal, { email, password: 'not the password' })).toMatchObject(wrong);
    expect(await refused(portal, { email, password: testUserPassword })).toMatchObject({
      status: 403,
      code: 'blocked',
      message: 'This account is blocked. Please contact the FYP office.',
    });
    await portal.admin.call(updateUser, { params: { userId }, body: { blocked: false } });
    expect((await logIn(portal, email)).userId).toBe(userId);
  });

  test('sets no cookie and opens no session', async ({ portal }) => {
    const before = await portal.db.selectFrom('sessions').selectAll().execute();
    const response = await portal.visitor.request(login, {
      body: { email: 'admin@university.test', password: 'not the password' },
    });
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await portal.db.selectFrom('sessions').selectAll().execute()).toEqual(before);
  });
});
