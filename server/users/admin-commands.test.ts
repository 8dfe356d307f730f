import { describe, expect } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { countNotices } from '#contract/messages/unread-notices.ts';
import { login } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { createTestGroup, createTestUser, removeEmailConfirmation } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { testUserPassword } from '#tools/test/people.ts';
import {
  confirmAccount,
  endAllSessions,
  endSessions,
  listAdmins,
  listSessions,
  resetAdminPassword,
} from './admin-commands.ts';

const listDetails = async ({ admin }: Portal) =>
  (await admin.call(listAudit)).entries.map(({ action, detail, actor }) => ({
    action,
    detail,
    actor,
  }));

describe('resetting a password on the server', () => {
  test('gives a locked-out, blocked admin a one-time password, and ends only their sessions', async ({
    portal,
  }) => {
    const locked = await createTestUser(portal, 'admin');
    const other = await createTestUser(portal, 'faculty');
    const params = { userId: locked.userId };
    await portal.admin.call(updateUser, { params, body: { blocked: true } });
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const body = { email: locked.email, password: 'a wrong password' };
      await portal.visitor.call(login, { body }).catch(() => {});
    }
    const { password: oneTime } = await resetAdminPassword(
      portal,
      ` ${locked.email.toUpperCase()} `,
    );
    await portal.visitor.logIn(locked.email, oneTime);
    await expect(locked.caller.call(countNotices)).rejects.toMatchObject({ code: 'signed-out' });
    await other.caller.call(countNotices);
    const old = { body: { email: locked.email, password: testUserPassword } };
    await expect(portal.visitor.call(login, old)).rejects.toMatchObject({ status: 401 });
    expect(JSON.stringify(await portal.snapshot())).not.toContain(oneTime);
    expect(await listDetails(portal)).toContainEqual(
      expect.objectContaining({
        action: 'password-changed',
        detail: expect.stringContaining('with npm run admin on the server'),
      }),
    );
  });

  test('is refused for other roles and unknown accounts, and changes nothing', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal, 'faculty');
    const before = await portal.digest();
    await expect(resetAdminPassword(portal, email)).rejects.toThrow('is not an admin');
    await expect(resetAdminPassword(portal, 'nobody@university.test')).rejects.toThrow(
      'There is no account with the email address nobody@university.test.',
    );
    expect(await portal.digest()).toEqual(before);
  });
});

describe('sessions on the server', () => {
  test('can be listed and ended, for one account or for all', async ({ portal }) => {
    const first = await createTestUser(portal, 'faculty');
    const second = await createTestUser(portal, 'faculty');
    expect(await listSessions(portal.db, first.email)).toMatchObject([{ email: first.email }]);
    await endSessions(portal, first.email);
    expect(await listSessions(portal.db, first.email)).toEqual([]);
    await second.caller.call(countNotices);
    const open = (await listSessions(portal.db)).length;
    expect(await endAllSessions(portal)).toBe(open);
    await expect(second.caller.call(countNotices)).rejects.toMatchObject({ code: 'signed-out' });
    expect(await listSessions(portal.db)).toEqual([]);
  });

  test('of admins are listed with the time when each admin was last seen, without those of other roles', async ({
    portal,
  }) => {
    await createTestUser(portal, 'faculty');
    const absent = await createTestUser(portal, 'admin');
    await endSessions(portal, absent.email);
    expect(await listAdmins(portal.db)).toMatchObject(
      [
        { email: 'admin@university.test', lastSeenAt: portal.clock().toISOString() },
        { email: absent.email, lastSeenAt: null },
      ].toSorted((a, b) => (a.email < b.email ? -1 : 1)),
    );
  });
});

describe('confirming an account on the server', () => {
  test('links the members with its address to it, once', async ({ portal }) => {
    const { students } = await createTestGroup(portal, { size: 2 });
    const [, mate] = students;
    if (!mate) throw new Error('The group has two members.');
    await removeEmailConfirmation(portal.db, mate.userId);
    const before = await portal.digest();
    await confirmAccount(portal, mate.email);
    expect(await portal.digest()).not.toEqual(before);
    const member = await portal.db
      .selectFrom('members')
      .select('user_id')
      .where('email', '=', mate.email)
      .executeTakeFirst();
    expect(member?.user_id).toBe(mate.userId);
    await expect(confirmAccount(portal, mate.email)).rejects.toThrow('is already confirmed');
  });
});
