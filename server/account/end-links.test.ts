import { expect, test as plain } from 'vitest';
import { forgotPassword, resendConfirmation, resetPassword } from '#contract/account.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { listEmailLinks } from '#server/test/emails.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal, test } from '#server/test/portal.ts';
import { registerStudent } from '#tools/test/people.ts';

const other = 'another long passphrase';

test('a one-use link in an email sets the password of one of two people who open it at the same moment', async ({
  portal,
}) => {
  const { email } = await createTestUser(portal);
  await portal.visitor.call(forgotPassword, { body: { email } });
  const [token = ''] = await listEmailLinks(portal, email);
  const reset = (password: string) =>
    portal.visitor.call(resetPassword, { body: { token, password } });
  const replies = await Promise.allSettled([reset(other), reset('a third long passphrase')]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a one-use link in an email stays valid after an admin changes the user’s name', async ({
  portal,
}) => {
  const { email, userId } = await createTestUser(portal);
  await portal.visitor.call(forgotPassword, { body: { email } });
  const [token = ''] = await listEmailLinks(portal, email);
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
    return (await listEmailLinks(portal, email)).length;
  };
  for (const sent of [1, 2, 3, 4, 5, 5, 5]) expect(await ask()).toBe(sent);
  const newest = (await listEmailLinks(portal, email)).at(-1) ?? '';
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
    ...(await listEmailLinks(portal, email)),
    ...(await listEmailLinks(portal, 'new@university.test')),
  ];
  expect(tokens).toHaveLength(2);
  await portal.deliver();
  const emails = JSON.stringify(await portal.db.selectFrom('emails').selectAll().execute());
  for (const token of tokens) expect(emails).not.toContain(token);
});

const mailServer = { SMTP_URL: 'smtp://127.0.0.1:9' };

plain.for<[Record<string, string>, string]>([
  [mailServer, 'an email with a link is on its way'],
  [{}, 'This portal sends no email. Ask the FYP office for a new password: '],
])(
  'the reply to a password reset request says how to get a new password with %o',
  async ([env, expectedMessage]) => {
    const { portal, close } = await openPortal(env);
    const { email } = await createTestUser(portal);
    const asked = [email, 'nobody@university.test'].map((address) =>
      portal.visitor.call(forgotPassword, { body: { email: address } }),
    );
    for (const { message } of await Promise.all(asked)) expect(message).toContain(expectedMessage);
    await close();
  },
);

const askOffice = 'This portal sends no email. Ask the FYP office to confirm your account: ';
const withRoom = /^Ask the FYP office to confirm your account: .*Room 214.*fyp\.office@/;

plain.for<[Record<string, string>, string | RegExp, number]>([
  [mailServer, 'An email with a link is on its way to', 2],
  [{ ...mailServer, CONFIRM_EMAIL: 'admin' }, withRoom, 0],
  [{ CONFIRM_EMAIL: 'on' }, askOffice, 2],
  [{ PUBLIC_URL: 'https://fyp.university.test' }, askOffice, 0],
])(
  'the reply to an unconfirmed user says how to confirm the account with %o',
  async ([env, expectedMessage, links]) => {
    const { portal, close } = await openPortal(env);
    const { email, caller } = await registerStudent(portal.visitor);
    portal.wait(60_000);
    const { message } = await caller.call(resendConfirmation);
    expect(message).toMatch(expectedMessage);
    expect(await listEmailLinks(portal, email)).toHaveLength(links);
    await close();
  },
);
