import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { listAssignedGroups } from '#contract/groups.ts';
import { login } from '#contract/session.ts';
import { listUsers, type User, updateUser } from '#contract/users.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { revokeCredentials } from '#server/session/revoke-credentials.ts';
import { openSession } from '#server/session/sessions.ts';
import { waitUntilTransactionBlocks } from '#server/test/database.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { testUserPassword } from '#tools/test/people.ts';

const change = (portal: Portal, userId: string, body: object) =>
  portal.admin.call(updateUser, { params: { userId }, body });
const refused = (portal: Portal, userId: string, body: object) =>
  expectRefusal(portal, portal.admin, updateUser, { params: { userId }, body });

async function asListed(portal: Portal, userId: string): Promise<User | undefined> {
  const { users } = await portal.admin.call(listUsers);
  return users.find(({ _id }) => _id === userId);
}

describe('updating a user', () => {
  test('changes the submitted fields only', async ({ portal }) => {
    const { userId, email } = await createTestUser(portal);
    const before = await asListed(portal, userId);
    const { message, user } = await change(portal, userId, { name: 'Another Name' });
    expect(message).toBe('User updated successfully');
    expect(user).toEqual({ ...before, name: 'Another Name' });
    expect(await asListed(portal, userId)).toEqual(user);
    await portal.visitor.logIn(email, testUserPassword);
  });

  test('changes nothing if the request contains all fields with their current values', async ({
    portal,
  }) => {
    const { userId } = await createTestUser(portal, 'faculty');
    const before = await portal.snapshot();
    await change(portal, userId, { ...(await asListed(portal, userId)), password: '' });
    expect(await portal.snapshot()).toEqual(before);
  });

  test('lets the user log in with the new email address and password', async ({ portal }) => {
    const { userId, email } = await createTestUser(portal);
    await change(portal, userId, {
      email: 'New.Address@University.test',
      password: 'a brand new passphrase',
    });
    const body = { email: 'new.address@university.test', password: 'a brand new passphrase' };
    expect((await portal.visitor.call(login, { body })).userId).toBe(userId);
    const old = await portal.visitor.request(login, {
      body: { email, password: testUserPassword },
    });
    expect(old.status).toBe(401);
  });

  test('links the account to groups in which its new name is already entered as the supervisor', async ({
    portal,
  }) => {
    const { group, groupId } = await createTestGroup(portal);
    const body = { supervisor: 'Dr. Not Here Yet' };
    await portal.admin.call(updateGroup, { params: { groupId }, body });
    const { userId, caller } = await createTestUser(portal, 'faculty');
    expect((await caller.call(listAssignedGroups)).allGroups).toEqual([]);
    await change(portal, userId, { name: 'dr. not  HERE yet' });
    const { allGroups } = await caller.call(listAssignedGroups);
    expect(allGroups.map(({ fypGroupName }) => fypGroupName)).toEqual([group.fypGroupName]);
  });

  test('does not confirm the email address if the request contains the current address', async ({
    portal,
  }) => {
    const { userId, email } = await createTestUser(portal);
    await portal.db
      .updateTable('users')
      .set({ email_confirmed_at: null })
      .where('id', '=', userId)
      .execute();
    const { user } = await change(portal, userId, { name: 'Another Name', email });
    expect(user.confirmedAt).toBeNull();
    const vouched = await change(portal, userId, { confirmed: true });
    expect(vouched.user.confirmedAt).toBe(portal.clock().toISOString());
  });

  test('keeps the time of the first block if the account is blocked again', async ({ portal }) => {
    const { userId } = await createTestUser(portal);
    const { user } = await change(portal, userId, { blocked: true });
    expect(user.blockedAt).toBe(portal.clock().toISOString());
    portal.wait(1000);
    expect((await change(portal, userId, { blocked: true })).user.blockedAt).toBe(user.blockedAt);
    expect((await change(portal, userId, { blocked: false })).user.blockedAt).toBeNull();
  });
});

describe('the last admin', () => {
  const lastAdmin = {
    status: 409,
    code: 'last-admin',
    message:
      'This is the last admin. Make someone else an admin first; otherwise no one could run the portal.',
  };

  test.for([{ role: 'faculty' }, { role: 'student' }, { blocked: true }])(
    'cannot be demoted or blocked: %j',
    async (body, { portal }) => {
      expect(await refused(portal, portal.adminId, body)).toMatchObject(lastAdmin);
      expect((await portal.admin.request(listUsers)).status).toBe(200);
    },
  );

  test('cannot be demoted if the only other admin is blocked', async ({ portal }) => {
    const other = await createTestUser(portal, 'admin');
    await change(portal, other.userId, { blocked: true });
    expect(await refused(portal, portal.adminId, { role: 'faculty' })).toMatchObject(lastAdmin);
  });

  test('can be renamed, and can be demoted once there is another admin', async ({ portal }) => {
    await change(portal, portal.adminId, { name: 'The Dean', role: 'admin', blocked: false });
    const other = await createTestUser(portal, 'admin');
    await change(portal, portal.adminId, { role: 'faculty' });
    const { users } = await other.caller.call(listUsers, { query: { q: 'admin' } });
    expect(users.map(({ _id, role }) => [_id, role])).toContainEqual([other.userId, 'admin']);
  });

  test('cannot be demoted even if the only two admins demote each other concurrently', async ({
    portal,
  }) => {
    for (let time = 0; time < 4; time += 1) {
      const [first, second] = [
        await createTestUser(portal, 'admin'),
        await createTestUser(portal, 'admin'),
      ];
      await portal.db
        .updateTable('users')
        .set({ role: 'student' })
        .where('id', 'not in', [first.userId, second.userId])
        .execute();
      const demote = (by: typeof first, target: typeof first) =>
        by.caller.request(updateUser, {
          params: { userId: target.userId },
          body: { role: 'faculty' },
        });
      const responses = await Promise.all([demote(first, second), demote(second, first)]);
      const statuses = responses.map(({ status }) => status).toSorted();
      // The second request fails: its sender has already been demoted, or no admin would remain.
      expect([
        [200, 409],
        [200, 401],
        [200, 403],
      ]).toContainEqual(statuses);
      const admins = await portal.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .execute();
      expect(admins).toHaveLength(1);
    }
  });
});

describe('concurrent changes to an account', () => {
  test('leave no session open if a login opens one while the account is being blocked', async ({
    portal,
  }) => {
    const { userId } = await createTestUser(portal, 'faculty');
    const { db } = portal;
    const response = await db.transaction().execute(async (trx) => {
      await lockUsers(trx).where('id', '=', userId).execute();
      const block = { params: { userId }, body: { blocked: true } };
      const waiting = portal.admin.request(updateUser, block);
      await waitUntilTransactionBlocks(trx, db);
      await openSession(trx, userId, portal.clock());
      return { waiting };
    });
    expect((await response.waiting).status).toBe(200);
    const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', userId);
    expect(await sessions.execute()).toEqual([]);
  });

  test('do not deadlock if an admin makes a change while being demoted', async ({ portal }) => {
    const other = await createTestUser(portal, 'admin');
    const demote = { params: { userId: portal.adminId }, body: { role: 'faculty' as const } };
    const response = await portal.db.transaction().execute(async (trx) => {
      await lockUsers(trx).where('role', '=', 'admin').execute();
      const waiting = other.caller.request(updateUser, demote);
      await waitUntilTransactionBlocks(trx, portal.db);
      if (isPostgres(portal.db)) await sql`set local lock_timeout = 300`.execute(trx);
      await revokeCredentials(trx, { userId: other.userId }, 'blocked');
      return { waiting };
    });
    expect((await response.waiting).status).toBe(401);
  });
});
