import { describe, expect, test as plain } from 'vitest';
import {
  changePassword,
  forgotPassword,
  resendConfirmation,
  resetPassword,
} from '#contract/account.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { createAccount, registerStudent, testUserPassword } from '#tools/test/people.ts';

const other = 'another long passphrase';

async function findTokens(portal: Portal, recipient: string): Promise<string[]> {
  const emails = await portal.db
    .selectFrom('emails')
    .select('text_body')
    .where('recipient', '=', recipient)
    .orderBy('queued_at')
    .execute();
  return emails.map(({ text_body }) => /#(?:reset|confirm)=([\w-]+)/.exec(text_body)?.[1] ?? '');
}

async function useLinkAfter(
  portal: Portal,
  change: (user: Awaited<ReturnType<typeof createTestUser>>) => Promise<unknown>,
) {
  const user = await createTestUser(portal);
  await portal.visitor.call(forgotPassword, { body: { email: user.email } });
  const [token = ''] = await findTokens(portal, user.email);
  expect(token).toHaveLength(43);
  await change(user);
  return expectRefusal(portal, portal.visitor, resetPassword, { body: { token, password: other } });
}

describe('a one-use link in an email', () => {
  test('that resets a forgotten password is invalid after the user changes their password', async ({
    portal,
  }) => {
    const refusal = await useLinkAfter(portal, ({ caller }) =>
      caller.call(changePassword, { body: { current: testUserPassword, password: other } }),
    );
    expect(refusal).toMatchObject({ status: 400, code: 'link-over' });
  });

  test.for([
    { what: 'an admin set another password', body: { password: 'a third long passphrase' } },
    { what: 'an admin blocked the account', body: { blocked: true } },
    { what: 'an admin changed the role', body: { role: 'faculty' as const } },
    { what: 'an admin changed the email', body: { email: 'elsewhere@university.test' } },
  ])('is invalid after $what', async ({ body }, { portal }) => {
    const refusal = await useLinkAfter(portal, ({ userId }) =>
      portal.admin.call(updateUser, { params: { userId }, body }),
    );
    expect(refusal).toMatchObject({ status: 400, code: 'link-over' });
  });

  test('is invalid after the user changes their password, even if it was sent in an invitation', async ({
    portal,
  }) => {
    const { email, caller } = await createAccount(portal.admin, 'admin');
    const [token = ''] = await findTokens(portal, email);
    await caller.call(changePassword, { body: { current: testUserPassword, password: other } });
    const body = { token, password: 'whoever reads a backup' };
    expect((await expectRefusal(portal, portal.visitor, resetPassword, { body })).code).toBe(
      'link-over',
    );
  });

  test('sets the password of one of two people who open it at the same moment', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal);
    await portal.visitor.call(forgotPassword, { body: { email } });
    const [token = ''] = await findTokens(portal, email);
    const reset = (password: string) =>
      portal.visitor.call(resetPassword, { body: { token, password } });
    const replies = await Promise.allSettled([reset(other), reset('a third long passphrase')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  plain('is invalid after the password was set with a link for another purpose', async () => {
    const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'on' });
    const { email } = await registerStudent(portal.visitor);
    portal.wait(60_000);
    await portal.visitor.call(forgotPassword, { body: { email } });
    const [, reset = ''] = await findTokens(portal, email);
    await portal.visitor.call(resetPassword, { body: { token: reset, password: other } });
    expect(await portal.db.selectFrom('one_use_links').selectAll().execute()).toEqual([]);
    await close();
  });
});

test('a one-use link in an email stays valid after an admin changes the user’s name', async ({
  portal,
}) => {
  const { email, userId } = await createTestUser(portal);
  await portal.visitor.call(forgotPassword, { body: { email } });
  const [token = ''] = await findTokens(portal, email);
  await portal.admin.call(updateUser, { params: { userId }, body: { name: 'A New Name' } });
  await portal.visitor.call(resetPassword, { body: { token, password: other } });
  await portal.visitor.logIn(email, other);
});

test('a user can request five password reset links in two hours, at most one a minute, and the newest link is valid', async ({
  portal,
}) => {
  const { email } = await createTestUser(portal);
  const ask = async () => {
    portal.wait(60_000);
    await portal.visitor.call(forgotPassword, { body: { email } });
    return (await findTokens(portal, email)).length;
  };
  for (const sent of [1, 2, 3, 4, 5, 5, 5]) expect(await ask()).toBe(sent);
  const newest = (await findTokens(portal, email)).at(-1) ?? '';
  await portal.visitor.call(resetPassword, { body: { token: newest, password: other } });
  portal.wait(2 * 3_600_000);
  expect(await ask()).toBe(6);
});

test('an email’s one-use link is erased from the database once the email is sent', async ({
  portal,
}) => {
  const { email } = await createTestUser(portal);
  await portal.admin.call(createUser, {
    body: { name: 'Dr. New', email: 'new@university.test', role: 'faculty' },
  });
  await portal.visitor.call(forgotPassword, { body: { email } });
  const tokens = [
    ...(await findTokens(portal, email)),
    ...(await findTokens(portal, 'new@university.test')),
  ];
  expect(tokens).toHaveLength(2);
  await portal.deliver();
  const emails = JSON.stringify(await portal.db.selectFrom('emails').selectAll().execute());
  for (const token of tokens) expect(emails).not.toContain(token);
});

plain.for<{ env: Record<string, string>; expectedMessage: string }>([
  {
    env: { SMTP_URL: 'smtp://127.0.0.1:9' },
    expectedMessage: 'an email with a link is on its way',
  },
  {
    env: {},
    expectedMessage: 'This portal sends no email. Ask the FYP office for a new password: ',
  },
])(
  'the reply to a password reset request says how to get a new password with $env',
  async ({ env, expectedMessage }) => {
    const { portal, close } = await openPortal(env);
    const { email } = await createTestUser(portal);
    const asked = [email, 'nobody@university.test'].map((address) =>
      portal.visitor.call(forgotPassword, { body: { email: address } }),
    );
    for (const { message } of await Promise.all(asked)) expect(message).toContain(expectedMessage);
    await close();
  },
);

plain.for<{ env: Record<string, string>; expectedMessage: string | RegExp; links: number }>([
  {
    env: { SMTP_URL: 'smtp://127.0.0.1:9' },
    expectedMessage: 'An email with a link is on its way to',
    links: 2,
  },
  {
    env: { SMTP_URL: 'smtp://127.0.0.1:9', CONFIRM_EMAIL: 'admin' },
    expectedMessage: /^Ask the FYP office to confirm your account: .*Room 214.*fyp\.office@/,
    links: 0,
  },
  {
    env: { CONFIRM_EMAIL: 'on' },
    expectedMessage: 'This portal sends no email. Ask the FYP office to confirm your account: ',
    links: 2,
  },
  {
    env: { PUBLIC_URL: 'https://fyp.university.test' },
    expectedMessage: 'This portal sends no email. Ask the FYP office to confirm your account: ',
    links: 0,
  },
])(
  'the reply to an unconfirmed user says how to confirm the account with $env',
  async ({ env, expectedMessage, links }) => {
    const { portal, close } = await openPortal(env);
    const { email, caller } = await registerStudent(portal.visitor);
    portal.wait(60_000);
    const { message } = await caller.call(resendConfirmation);
    expect(message).toMatch(expectedMessage);
    expect(await findTokens(portal, email)).toHaveLength(links);
    await close();
  },
);
