import { describe, expect } from 'vitest';
import { changePassword, forgotPassword, resetPassword } from '#contract/account.ts';
import { endSession, listSessions, login, logout } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { testUserPassword } from '#tools/test/people.ts';

const other = 'another long passphrase';

async function findToken(portal: Portal, email: string): Promise<string> {
  const message = await portal.db
    .selectFrom('emails')
    .selectAll()
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  return /\/login#reset=([\w-]+)/.exec(message.text_body)?.[1] ?? '';
}

describe('a password reset', () => {
  test('sets a new password, ends all sessions and invalidates the link', async ({ portal }) => {
    const { email, caller } = await createTestUser(portal);
    await portal.visitor.call(forgotPassword, { body: { email } });
    const token = await findToken(portal, email);
    await portal.visitor.call(resetPassword, { body: { token, password: other } });
    await expect(caller.call(logout)).rejects.toMatchObject({ code: 'signed-out' });
    await portal.visitor.logIn(email, other);
    const again = await expectRefusal(portal, portal.visitor, resetPassword, {
      body: { token, password: testUserPassword },
    });
    expect(again.code).toBe('link-over');
  });

  test('does not reveal whether an account exists', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    const known = await portal.visitor.call(forgotPassword, { body: { email } });
    const unknown = await portal.visitor.call(forgotPassword, { body: { email: 'no@body.test' } });
    expect(known.message.replace(email, '')).toBe(unknown.message.replace('no@body.test', ''));
    expect((await portal.snapshot()).emails).toHaveLength(1);
  });

  test('sends only one email for several concurrent requests', async ({ portal }) => {
    const { email, userId } = await createTestUser(portal);
    const ask = () => portal.visitor.call(forgotPassword, { body: { email } });
    await Promise.all([ask(), ask(), ask(), ask()]);
    const of = portal.db
      .selectFrom('one_use_links')
      .select('purpose')
      .where('user_id', '=', userId);
    expect(await of.execute()).toHaveLength(1);
    expect((await portal.snapshot()).emails).toHaveLength(1);
  });

  test('sends at most one email a minute', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    await portal.visitor.call(forgotPassword, { body: { email } });
    await portal.visitor.call(forgotPassword, { body: { email } });
    expect((await portal.snapshot()).emails).toHaveLength(1);
    portal.wait(60_000);
    await portal.visitor.call(forgotPassword, { body: { email } });
    expect((await portal.snapshot()).emails).toHaveLength(2);
  });

  test('does not throttle password reset emails to other users', async ({ portal }) => {
    const [first, second] = [await createTestUser(portal), await createTestUser(portal)];
    for (const { email } of [first, second]) {
      await portal.visitor.call(forgotPassword, { body: { email } });
    }
    expect((await portal.snapshot()).emails).toHaveLength(2);
    expect(await findToken(portal, second.email)).toHaveLength(43);
  });

  test('sends no email to a blocked account', async ({ portal }) => {
    const { email, userId } = await createTestUser(portal);
    await portal.admin.call(updateUser, { params: { userId }, body: { blocked: true } });
    await portal.visitor.call(forgotPassword, { body: { email } });
    expect((await portal.snapshot()).emails).toEqual([]);
  });

  test('fails with a link older than 30 minutes', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    await portal.visitor.call(forgotPassword, { body: { email } });
    const token = await findToken(portal, email);
    portal.wait(30 * 60_000);
    const refusal = await expectRefusal(portal, portal.visitor, resetPassword, {
      body: { token, password: other },
    });
    expect(refusal).toMatchObject({ status: 400, code: 'link-over' });
  });

  test('rejects a common password and keeps the link valid', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    await portal.visitor.call(forgotPassword, { body: { email } });
    const token = await findToken(portal, email);
    const refusal = await expectRefusal(portal, portal.visitor, resetPassword, {
      body: { token, password: 'password1' },
    });
    expect(refusal.code).toBe('invalid');
    await portal.visitor.call(resetPassword, { body: { token, password: other } });
  });

  test('ends the login throttling caused by earlier failed logins', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await portal.visitor.request(login, { body: { email, password: 'wrong' } });
    }
    await expect(portal.visitor.logIn(email, testUserPassword)).rejects.toMatchObject({
      code: 'too-often',
    });
    await portal.visitor.call(forgotPassword, { body: { email } });
    const token = await findToken(portal, email);
    await portal.visitor.call(resetPassword, { body: { token, password: other } });
    await portal.visitor.logIn(email, other);
  });
});

describe('the account API', () => {
  test('ends all other sessions of the user when the password is changed', async ({ portal }) => {
    const { userId, email, caller } = await createTestUser(portal);
    const elsewhere = await portal.logInAs(userId);
    await caller.call(changePassword, { body: { current: testUserPassword, password: other } });
    await expect(elsewhere.call(listSessions)).rejects.toMatchObject({ code: 'signed-out' });
    expect((await caller.call(listSessions)).sessions).toHaveLength(1);
    await portal.visitor.logIn(email, other);
  });

  test('accepts the new password as the current one in the next password change', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal);
    await caller.call(changePassword, { body: { current: testUserPassword, password: other } });
    await caller.call(changePassword, { body: { current: other, password: testUserPassword } });
  });

  test('rejects an overlong password without hashing it', async ({ portal }) => {
    const { caller, email } = await createTestUser(portal);
    const tooLong = 'x'.repeat(129);
    for (const [endpoint, body] of [
      [changePassword, { current: tooLong, password: other }],
      [login, { email, password: tooLong }],
    ] as const) {
      const refusal = await expectRefusal(portal, caller, endpoint, { body });
      expect(refusal).toMatchObject({ status: 400, code: 'invalid' });
    }
  });

  test('rejects a password change with a wrong current password', async ({ portal }) => {
    const { caller } = await createTestUser(portal);
    const refusal = await expectRefusal(portal, caller, changePassword, {
      body: { current: 'wrong', password: other },
    });
    expect(refusal).toMatchObject({ status: 401, code: 'wrong-credentials' });
  });

  test('rejects a new password that equals the current one', async ({ portal }) => {
    const { caller } = await createTestUser(portal);
    const body = { current: testUserPassword, password: testUserPassword };
    const refusal = await expectRefusal(portal, caller, changePassword, { body });
    expect(refusal).toMatchObject({
      status: 400,
      fields: { password: 'This is your current password. Choose another.' },
    });
  });

  test('lists only the user’s own sessions, and lets the user end one of them', async ({
    portal,
  }) => {
    const { userId, caller } = await createTestUser(portal);
    const elsewhere = await portal.logInAs(userId);
    const stranger = await createTestUser(portal);
    const { sessions } = await caller.call(listSessions);
    expect(sessions.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?._id ?? '';
    const refusal = await expectRefusal(portal, stranger.caller, endSession, {
      params: { sessionId },
    });
    expect(refusal).toMatchObject({ status: 404, code: 'not-found' });
    await caller.call(endSession, { params: { sessionId } });
    await expect(elsewhere.call(listSessions)).rejects.toMatchObject({ code: 'signed-out' });
  });
});
