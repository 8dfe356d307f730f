import { describe, expect } from 'vitest';
import { changePassword, forgotPassword, resetPassword } from '#contract/account.ts';
import { endSession, listSessions, login, logout } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { somebody } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { password } from '#tools/test/people.ts';

const other = 'another long passphrase';

async function linkTo(portal: Portal, email: string): Promise<string> {
  const message = await portal.db
    .selectFrom('emails')
    .selectAll()
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  return /\/login#reset=([\w-]+)/.exec(message.text_body)?.[1] ?? '';
}

describe('a forgotten password', () => {
  test('the link of the email sets a new one, once, and all sessions end', async ({ portal }) => {
    const { email, caller } = await somebody(portal);
    await portal.visitor.call(forgotPassword, { body: { email } });
    const token = await linkTo(portal, email);
    await portal.visitor.call(resetPassword, { body: { token, password: other } });
    await expect(caller.call(logout)).rejects.toMatchObject({ code: 'signed-out' });
    await portal.visitor.logIn(email, other);
    const again = await refusalOf(portal, portal.visitor, resetPassword, {
      body: { token, password },
    });
    expect(again.code).toBe('link-over');
  });

  test('the reply does not tell whether there is an account', async ({ portal }) => {
    const { email } = await somebody(portal);
    const known = await portal.visitor.call(forgotPassword, { body: { email } });
    const unknown = await portal.visitor.call(forgotPassword, { body: { email: 'no@body.test' } });
    expect(known.message.replace(email, '')).toBe(unknown.message.replace('no@body.test', ''));
    expect((await portal.snapshot()).emails).toHaveLength(1);
  });

  test('asked for twice at once is one email and one link', async ({ portal }) => {
    const { email, userId } = await somebody(portal);
    const ask = () => portal.visitor.call(forgotPassword, { body: { email } });
    await Promise.all([ask(), ask(), ask(), ask()]);
    const of = portal.db
      .selectFrom('one_use_links')
      .select('purpose')
      .where('user_id', '=', userId);
    expect(await of.execute()).toHaveLength(1);
    expect((await portal.snapshot()).emails).toHaveLength(1);
  });

  test('emails do not flood a mailbox: one a minute', async ({ portal }) => {
    const { email } = await somebody(portal);
    await portal.visitor.call(forgotPassword, { body: { email } });
    await portal.visitor.call(forgotPassword, { body: { email } });
    expect((await portal.snapshot()).emails).toHaveLength(1);
    portal.wait(60_000);
    await portal.visitor.call(forgotPassword, { body: { email } });
    expect((await portal.snapshot()).emails).toHaveLength(2);
  });

  test('one who asks does not keep another from their email', async ({ portal }) => {
    const [one, two] = [await somebody(portal), await somebody(portal)];
    for (const { email } of [one, two]) {
      await portal.visitor.call(forgotPassword, { body: { email } });
    }
    expect((await portal.snapshot()).emails).toHaveLength(2);
    expect(await linkTo(portal, two.email)).toHaveLength(43);
  });

  test('a blocked account gets no email', async ({ portal }) => {
    const { email, userId } = await somebody(portal);
    await portal.admin.call(updateUser, { params: { userId }, body: { blocked: true } });
    await portal.visitor.call(forgotPassword, { body: { email } });
    expect((await portal.snapshot()).emails).toEqual([]);
  });

  test('a link is over after 30 minutes', async ({ portal }) => {
    const { email } = await somebody(portal);
    await portal.visitor.call(forgotPassword, { body: { email } });
    const token = await linkTo(portal, email);
    portal.wait(30 * 60_000);
    const refusal = await refusalOf(portal, portal.visitor, resetPassword, {
      body: { token, password: other },
    });
    expect(refusal).toMatchObject({ status: 400, code: 'link-over' });
  });

  test('a common password is refused and the link stays good', async ({ portal }) => {
    const { email } = await somebody(portal);
    await portal.visitor.call(forgotPassword, { body: { email } });
    const token = await linkTo(portal, email);
    const refusal = await refusalOf(portal, portal.visitor, resetPassword, {
      body: { token, password: 'password1' },
    });
    expect(refusal.code).toBe('invalid');
    await portal.visitor.call(resetPassword, { body: { token, password: other } });
  });

  test('it ends the waiting after failed logins', async ({ portal }) => {
    const { email } = await somebody(portal);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await portal.visitor.request(login, { body: { email, password: 'wrong' } });
    }
    await expect(portal.visitor.logIn(email, password)).rejects.toMatchObject({
      code: 'too-often',
    });
    await portal.visitor.call(forgotPassword, { body: { email } });
    const token = await linkTo(portal, email);
    await portal.visitor.call(resetPassword, { body: { token, password: other } });
    await portal.visitor.logIn(email, other);
  });
});

describe('one’s own account', () => {
  test('a changed password ends the other sessions and keeps this one', async ({ portal }) => {
    const { userId, email, caller } = await somebody(portal);
    const elsewhere = await portal.enter(userId);
    await caller.call(changePassword, { body: { current: password, password: other } });
    await expect(elsewhere.call(listSessions)).rejects.toMatchObject({ code: 'signed-out' });
    expect((await caller.call(listSessions)).sessions).toHaveLength(1);
    await portal.visitor.logIn(email, other);
  });

  test('a changed password is the current one of the next change', async ({ portal }) => {
    const { caller } = await somebody(portal);
    await caller.call(changePassword, { body: { current: password, password: other } });
    await caller.call(changePassword, { body: { current: other, password } });
  });

  test('a password longer than any is refused before it is hashed', async ({ portal }) => {
    const { caller, email } = await somebody(portal);
    const tooLong = 'x'.repeat(129);
    for (const [endpoint, body] of [
      [changePassword, { current: tooLong, password: other }],
      [login, { email, password: tooLong }],
    ] as const) {
      const refusal = await refusalOf(portal, caller, endpoint, { body });
      expect(refusal).toMatchObject({ status: 400, code: 'invalid' });
    }
  });

  test('the current password is asked for', async ({ portal }) => {
    const { caller } = await somebody(portal);
    const refusal = await refusalOf(portal, caller, changePassword, {
      body: { current: 'wrong', password: other },
    });
    expect(refusal).toMatchObject({ status: 401, code: 'wrong-credentials' });
  });

  test('a new password is another one', async ({ portal }) => {
    const { caller } = await somebody(portal);
    const body = { current: password, password };
    const refusal = await refusalOf(portal, caller, changePassword, { body });
    expect(refusal).toMatchObject({
      status: 400,
      fields: { password: 'This is the password you have now. Choose another.' },
    });
  });

  test('somebody sees their own sessions only and ends one of them', async ({ portal }) => {
    const { userId, caller } = await somebody(portal);
    const elsewhere = await portal.enter(userId);
    const stranger = await somebody(portal);
    const { sessions } = await caller.call(listSessions);
    expect(sessions.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?._id ?? '';
    const refusal = await refusalOf(portal, stranger.caller, endSession, { params: { sessionId } });
    expect(refusal).toMatchObject({ status: 404, code: 'not-found' });
    await caller.call(endSession, { params: { sessionId } });
    await expect(elsewhere.call(listSessions)).rejects.toMatchObject({ code: 'signed-out' });
  });
});
