import { describe, expect } from 'vitest';
import * as account from '#contract/account.ts';
import { confirmEmail, register } from '#contract/account.ts';
import * as session from '#contract/session.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { listAddedEntries, readAuditEntries } from '#server/test/audit/trail.ts';
import { listEmailLinks } from '#server/test/emails.ts';
import { createTestUser, getItemAt, removeEmailConfirmation } from '#server/test/people.ts';
import { openPortal, test } from '#server/test/portal.ts';
import { prepareFirstAdmin } from '#server/users/first-admin.ts';
import {
  buildEmailAddress,
  buildPdfFile,
  createUniqueName,
  testUserPassword,
} from '#tools/test/people.ts';

export function defineAccountAuditTests() {
  describe('the audit trail of accounts', () => {
    test('records logins, ended sessions and password changes, with the account and the request', async ({
      portal,
    }) => {
      const { name, email, userId, caller } = await createTestUser(portal);
      const me = `${name} (${email})`;
      const logIn = (typedPassword: string) =>
        portal.visitor.request(session.login, { body: { email, password: typedPassword } });
      const steps: [string, () => Promise<unknown>, string[]][] = [
        ['login', () => logIn(testUserPassword), [`logged-in: ${me}: node`]],
        ['login', () => logIn('a wrong one'), [`login-refused: ${me}: wrong password`]],
        [
          'login',
          () =>
            portal.visitor.request(session.login, {
              body: { email: 'no@body.test', password: 'x' },
            }),
          ['login-refused: no@body.test: no such account'],
        ],
        [
          'changePassword',
          async () => {
            const body = { current: 'a wrong one', password: 'x2 y3 z4' };
            const elsewhere = await portal.logInAs(userId);
            for (let time = 0; time < 5; time += 1) {
              await elsewhere.request(account.changePassword, { body });
            }
          },
          [
            ...Array(5).fill(`password-change-refused: ${me}: wrong current password`),
            `session-ended: ${me}: after 5 wrong current passwords`,
          ],
        ],
        [
          'changePassword',
          () =>
            caller.call(account.changePassword, {
              body: { current: testUserPassword, password: 'x2 y3 z4' },
            }),
          [`password-changed: ${me}: `],
        ],
        [
          'endSession',
          async () => {
            await logIn('x2 y3 z4');
            const { sessions } = await caller.call(session.listSessions);
            const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?._id ?? '';
            await caller.call(session.endSession, { params: { sessionId } });
          },
          [`logged-in: ${me}: node`, `session-ended: ${me}: node`],
        ],
        [
          'forgotPassword',
          () => portal.visitor.call(account.forgotPassword, { body: { email } }),
          [`password-link-sent: ${me}: `],
        ],
        [
          'forgotPassword',
          () => portal.visitor.call(account.forgotPassword, { body: { email: 'no@body.test' } }),
          [],
        ],
        ['logout', () => caller.call(session.logout), [`logged-out: ${me}: `]],
        [
          'resetPassword',
          async () => {
            await removeEmailConfirmation(portal.db, userId);
            const [token = ''] = await listEmailLinks(portal, email);
            await portal.visitor.call(account.resetPassword, {
              body: { token, password: testUserPassword },
            });
          },
          [
            `password-reset: ${me}: by the link of an email`,
            `account-confirmed: ${me}: by the link of an email`,
          ],
        ],
      ];
      for (const [call, act, expected] of steps) {
        const lines = await listAddedEntries(portal, act);
        expect(lines, call).toEqual(expected);
      }
      const entries = await readAuditEntries(portal);
      const first = getItemAt(entries, 0);
      expect(first).toMatchObject({
        at: '2027-01-15T10:00:00.000Z',
        actor_id: userId,
        actor_name: name,
        actor_email: email,
        subject_kind: 'user',
        subject_id: userId,
        address: '127.0.0.1',
      });
      expect(getItemAt(entries, 1)).toMatchObject({ actor_id: null, subject_id: userId });
      const requests = entries.map(({ request_id }) => request_id);
      // Two requests added two entries: the fifth wrong password, and the link that confirmed the account.
      expect(new Set(requests).size).toBe(entries.length - 2);
    });

    test('records the creation, confirmation, change and blocking of accounts', async () => {
      const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'on' });
      const name = createUniqueName('Newcomer');
      const email = buildEmailAddress(name);
      const me = `${name} (${email})`;
      const body = { name, email, password: testUserPassword };
      const lines = await listAddedEntries(portal, () =>
        portal.visitor.call(register, { body: { ...body, file: buildPdfFile('cv.pdf') } }),
      );
      expect(lines).toEqual([`account-made: ${me}: signed up as a student, with a CV`]);
      const [token = ''] = await listEmailLinks(portal, email);
      const confirmed = await listAddedEntries(portal, () =>
        portal.visitor.call(confirmEmail, { body: { token, password: testUserPassword } }),
      );
      expect(confirmed).toEqual([
        `account-confirmed: ${me}: by the link of an email, with a password chosen there`,
      ]);

      const staff = {
        name: createUniqueName('Doctor'),
        email: 'doctor@university.test',
        role: 'faculty',
      } as const;
      const made = await listAddedEntries(portal, () =>
        portal.admin.call(createUser, { body: staff }),
      );
      expect(made).toEqual([
        `account-made: ${staff.name} (doctor@university.test): as faculty, by an admin`,
      ]);

      const { userId } = await createTestUser(portal, 'student', 'Old Name');
      await portal.db
        .updateTable('users')
        .set({ email_confirmed_at: null })
        .where('id', '=', userId)
        .execute();
      const update = async (changes: object) => {
        const lines = await listAddedEntries(portal, () =>
          portal.admin.call(updateUser, { params: { userId }, body: changes }),
        );
        return lines;
      };
      expect(await update({ confirmed: true })).toEqual([
        'account-confirmed: Old Name (old.name@university.test): the admin vouches for the address',
        'password-changed: Old Name (old.name@university.test): replaced, because anybody can have signed up with this address',
      ]);
      const now = 'New Name (old.name@university.test)';
      expect(
        await update({ name: 'New Name', role: 'faculty', password: 'another passphrase' }),
      ).toEqual([
        `account-changed: ${now}: name: Old Name → New Name`,
        `role-changed: ${now}: student → faculty`,
        `password-changed: ${now}: by an admin`,
      ]);
      expect(await update({ blocked: true })).toEqual([`account-blocked: ${now}: `]);
      expect(await update({ blocked: true, name: 'New Name' })).toEqual([]);
      expect(await update({ blocked: false })).toEqual([`account-unblocked: ${now}: `]);
      await close();
    });

    test('records the creation of the first admin', async ({ portal }) => {
      await portal.db.deleteFrom('sessions').execute();
      await portal.db.deleteFrom('users').execute();
      expect(await listAddedEntries(portal, () => prepareFirstAdmin(portal))).toEqual([
        'account-made: Admin (admin@localhost.local): as the first admin, at the first start',
      ]);
    });
  });
}
