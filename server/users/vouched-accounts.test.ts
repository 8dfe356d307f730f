import { describe, expect, test as plain } from 'vitest';
import { forgotPassword, resetPassword } from '#contract/account.ts';
import { importUsers } from '#contract/admin/imports.ts';
import { findGroup } from '#contract/groups.ts';
import { login } from '#contract/session.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { listAddedEntries } from '#server/test/audit/trail.ts';
import { listEmailLinks } from '#server/test/emails.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  removeEmailConfirmation,
  type TestUser,
} from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { confirmAccount } from './admin-commands.ts';

const another = 'a passphrase of their own';
const corrected = 'corrected@university.test';
const mailServer = { SMTP_URL: 'smtp://127.0.0.1:9' };

/** Ways in which the office vouches for an address. Each returns the address and the one-time password, if any. */
const ways: Record<string, (portal: Portal, stranger: TestUser) => Promise<[string, string?]>> = {
  'confirms it': async (portal, { userId, email }) => {
    const params = { userId };
    const reply = await portal.admin.call(updateUser, { params, body: { confirmed: true } });
    return [email, reply.oneTimePassword];
  },
  'corrects its email': async (portal, { userId, email }) => {
    const params = { userId };
    const mistyped = { email: 'mistyped@university.test' };
    await portal.db.updateTable('users').set(mistyped).where('id', '=', userId).execute();
    const reply = await portal.admin.call(updateUser, { params, body: { email } });
    return [email, reply.oneTimePassword];
  },
  'imports a list with it': async (portal, { name, email }) => {
    const rows = [{ row: 2, name, email, role: 'student' }];
    const reply = await portal.admin.call(importUsers, { body: { rows, dryRun: false } });
    expect(reply).toMatchObject({ counts: { new: 0, confirmed: 1, unchanged: 0 } });
    return [email, reply.oneTimePasswords?.[0]?.password];
  },
  'confirms it by command': async (portal, { email }) => [
    email,
    (await confirmAccount(portal, email)).password,
  ],
};

const openGroup = ({ caller }: Pick<TestUser, 'caller'>, email: string) =>
  caller.request(findGroup, { params: { email } });

describe.each([
  ['without a mail server', {}],
  ['with a mail server', mailServer],
])('%s, an account that anybody can have made with a member’s address', (_, env) => {
  plain.for(Object.entries(ways))(
    'shows the group only to its owner once the office %s',
    async ([how, vouch]) => {
      const { portal, close } = await openPortal(env);
      const { students } = await createTestGroup(portal, { size: 2 });
      const stranger = getItemAt(students, 1);
      await removeEmailConfirmation(portal.db, stranger.userId);
      const other = getItemAt(students, 0);
      const entries = await listAddedEntries(portal, async () => {
        const [email, oneTimePassword] = await vouch(portal, stranger);
        expect((await openGroup(stranger, email)).status).toBe(401);
        const old = { body: { email, password: testUserPassword } };
        expect((await portal.visitor.request(login, old)).status).toBe(401);
        const isSent = 'SMTP_URL' in env && how !== 'confirms it by command';
        expect(oneTimePassword === undefined).toBe(isSent);
        const [token = ''] = await listEmailLinks(portal, email);
        if (isSent) {
          await portal.visitor.call(resetPassword, { body: { token, password: another } });
        }
        const caller = await portal.visitor.logIn(email, oneTimePassword ?? another);
        expect((await openGroup({ caller }, email)).status).toBe(200);
      });
      expect(entries.filter((entry) => entry.startsWith('account-confirmed'))).toHaveLength(1);
      expect((await openGroup(other, other.email)).status).toBe(200);
      await close();
    },
  );

  plain('keeps a password that the admin sets while confirming it', async () => {
    const { portal, close } = await openPortal(env);
    const { userId, email, caller } = await createTestUser(portal);
    await removeEmailConfirmation(portal.db, userId);
    const body = { confirmed: true as const, password: another };
    const reply = await portal.admin.call(updateUser, { params: { userId }, body });
    expect(reply).not.toHaveProperty('oneTimePassword');
    expect((await openGroup({ caller }, email)).status).toBe(401);
    await portal.visitor.logIn(email, another);
    await close();
  });

  plain('is replaced likewise if its confirmed email was wrong', async () => {
    const { portal, close } = await openPortal(env);
    const { userId, caller } = await createTestUser(portal);
    const body = { confirmed: true as const, email: corrected };
    const { oneTimePassword } = await portal.admin.call(updateUser, { params: { userId }, body });
    expect(oneTimePassword === undefined).toBe('SMTP_URL' in env);
    expect((await openGroup({ caller }, corrected)).status).toBe(401);
    const old = { body: { email: corrected, password: testUserPassword } };
    expect((await portal.visitor.request(login, old)).status).toBe(401);
    expect(await listEmailLinks(portal, corrected)).toHaveLength(1);
    await close();
  });

  plain('loses neither session nor password if it was confirmed before', async () => {
    const { portal, close } = await openPortal(env);
    const { userId, email, caller } = await createTestUser(portal);
    for (const body of [{ confirmed: true as const }, { email: corrected }]) {
      const reply = await portal.admin.call(updateUser, { params: { userId }, body });
      expect(reply).not.toHaveProperty('oneTimePassword');
    }
    expect((await openGroup({ caller }, corrected)).status).toBe(404);
    await portal.visitor.logIn(corrected, testUserPassword);
    for (const [recipient, text] of [
      [email, 'You can no longer log in with this address'],
      [corrected, `You log in with ${corrected}`],
    ] as const) {
      const emails = portal.db.selectFrom('emails').select('text_body');
      expect(await emails.where('recipient', '=', recipient).execute()).toEqual([
        { text_body: expect.stringContaining(text) },
      ]);
    }
    await close();
  });
});

describe('where the office confirms accounts', () => {
  plain(
    'a staff role alone replaces the password, too, if an email can deliver a link',
    async () => {
      const { portal, close } = await openPortal({ ...mailServer, CONFIRM_EMAIL: 'admin' });
      const { userId, email } = await createTestUser(portal);
      await removeEmailConfirmation(portal.db, userId);
      await portal.admin.call(updateUser, { params: { userId }, body: { role: 'faculty' } });
      const old = { body: { email, password: testUserPassword } };
      expect((await portal.visitor.request(login, old)).status).toBe(401);
      expect(await listEmailLinks(portal, email)).toHaveLength(1);
      await close();
    },
  );

  plain('a link for a new password does not confirm one', async () => {
    const { portal, close } = await openPortal({ ...mailServer, CONFIRM_EMAIL: 'admin' });
    const { userId, email } = await createTestUser(portal);
    await removeEmailConfirmation(portal.db, userId);
    await portal.visitor.call(forgotPassword, { body: { email } });
    const [token = ''] = await listEmailLinks(portal, email);
    await portal.visitor.call(resetPassword, { body: { token, password: another } });
    const { users } = await portal.admin.call(listUsers, { query: { q: email } });
    expect(users).toMatchObject([{ confirmedAt: null }]);
    await close();
  });
});

describe('an invitation', () => {
  plain('stays valid if anybody asks for a new password', async () => {
    const { portal, close } = await openPortal(mailServer);
    const { userId, email } = await createTestUser(portal);
    await removeEmailConfirmation(portal.db, userId);
    await portal.admin.call(updateUser, { params: { userId }, body: { confirmed: true } });
    for (let request = 0; request < 6; request += 1) {
      portal.wait(61_000);
      await portal.visitor.call(forgotPassword, { body: { email } });
    }
    portal.wait(24 * 3_600_000);
    const [invitation = '', link = ''] = await listEmailLinks(portal, email);
    const refusal = await expectRefusal(portal, portal.visitor, resetPassword, {
      body: { token: link, password: another },
    });
    expect(refusal.code).toBe('link-over');
    const body = { token: invitation, password: another };
    await portal.visitor.call(resetPassword, { body });
    await close();
  });
});
