import { describe, expect } from 'vitest';
import { changePassword, resetPassword } from '#contract/account.ts';
import { login } from '#contract/session.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { listEmailLinks } from '#server/test/emails.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { testUserPassword } from '#tools/test/people.ts';

const day = 24 * 3_600_000;
const samina = {
  name: 'Dr. Samina Rafiq',
  email: 'samina@university.test',
  role: 'faculty',
} as const;

type Opened = { userId: string; caller: ApiCaller; oneTimePassword: string; token: string };

describe('an account that an admin creates without a password', () => {
  test('receives a one-time password that appears only in the reply', async ({ portal }) => {
    const { oneTimePassword = '' } = await portal.admin.call(createUser, { body: samina });
    expect(oneTimePassword).toMatch(/^[a-z2-9]{12}$/);
    await portal.visitor.logIn(samina.email, oneTimePassword);
    expect(JSON.stringify(await portal.snapshot())).not.toContain(oneTimePassword);
    expect(portal.logged.join('')).not.toContain(oneTimePassword);
  });

  test('can log in with its one-time password for 7 days', async ({ portal }) => {
    const { oneTimePassword = '' } = await portal.admin.call(createUser, { body: samina });
    const credentials = { body: { email: samina.email, password: oneTimePassword } };
    const { passwordEndsAt } = await portal.visitor.call(login, credentials);
    expect(passwordEndsAt).toBe('2027-01-22T10:00:00.000Z');
    portal.wait(7 * day - 1);
    await portal.visitor.call(login, credentials);
    portal.wait(1);
    expect(await expectRefusal(portal, portal.visitor, login, credentials)).toMatchObject({
      status: 401,
      code: 'wrong-credentials',
      message:
        'This one-time password was valid for 7 days and has expired. Reset it with “Forgotten your password?”, or contact the FYP office.',
    });
    const wrong = { body: { ...credentials.body, password: 'a wrong one' } };
    expect(await expectRefusal(portal, portal.visitor, login, wrong)).toMatchObject({
      message: 'Invalid credentials',
    });
  });

  test.for<{ how: string; choose: (portal: Portal, account: Opened) => Promise<unknown> }>([
    {
      how: 'its owner changes it',
      choose: (_, { caller, oneTimePassword: current }) =>
        caller.call(changePassword, { body: { current, password: testUserPassword } }),
    },
    {
      how: 'its owner follows the invitation',
      choose: (portal, { token }) =>
        portal.visitor.call(resetPassword, { body: { token, password: testUserPassword } }),
    },
    {
      how: 'an admin sets another',
      choose: (portal, { userId }) =>
        portal.admin.call(updateUser, { params: { userId }, body: { password: testUserPassword } }),
    },
  ])('has a password that does not expire once $how', async ({ choose }, { portal }) => {
    const { oneTimePassword = '', user } = await portal.admin.call(createUser, { body: samina });
    const caller = await portal.visitor.logIn(samina.email, oneTimePassword);
    const [token = ''] = await listEmailLinks(portal, samina.email);
    await choose(portal, { userId: user._id, caller, oneTimePassword, token });
    portal.wait(30 * day);
    expect(
      await portal.visitor.call(login, {
        body: { email: samina.email, password: testUserPassword },
      }),
    ).not.toHaveProperty('passwordEndsAt');
  });
});
