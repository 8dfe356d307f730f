import { describe, expect, onTestFinished } from 'vitest';
import { changePassword, forgotPassword, resetPassword } from '#contract/account.ts';
import { login } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { deleteExpiredSessionData } from '#server/session/sessions.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { testUserPassword } from '#tools/test/people.ts';
import {
  isKnownDevice,
  maxDeviceLoginFailures,
  rememberDevice,
  takeDeviceLoginAttempt,
} from './known-devices.ts';
import { loginLimits } from './throttle.ts';

const day = 24 * 3_600_000;
const other = 'another long passphrase';

const cookieIn = (response: Response) =>
  response.headers.getSetCookie().find((user) => /known_device=/.test(user)) ?? '';
const tokenIn = (response: Response) => /known_device=([\w-]+)/.exec(cookieIn(response))?.[1] ?? '';

function logIn(portal: Portal, email: string, typedPassword = testUserPassword, token = '') {
  return portal.visitor.fetch(login.path, {
    method: login.method,
    headers: { 'content-type': 'application/json', cookie: `known_device=${token}` },
    body: JSON.stringify({ email, password: typedPassword }),
  });
}
const statusOf = async (response: Promise<Response>) => (await response).status;

/** Uses up the login attempts of unknown devices for the given accounts. */
async function exhaust({ db, clock }: Portal, ...emails: string[]) {
  const now = clock();
  const { size, refillMs } = loginLimits.account.stock;
  const stock_full_at = new Date(now.getTime() + size * refillMs).toISOString();
  const row = { network: '', pace_full_at: now.toISOString(), stock_full_at };
  await db
    .insertInto('login_throttles')
    .values(emails.map((email) => ({ ...row, email })))
    .onConflict((conflict) => conflict.columns(['email', 'network']).doUpdateSet(row))
    .execute();
}

describe('a known device', () => {
  test('is exempt from the throttling of other devices, but only for accounts that have logged in on it before', async ({
    portal,
  }) => {
    const [known, unknown] = [await createTestUser(portal), await createTestUser(portal)];
    const token = tokenIn(await logIn(portal, known.email));
    await exhaust(portal, known.email, unknown.email);
    expect(await statusOf(logIn(portal, known.email))).toBe(429);
    expect(await statusOf(logIn(portal, known.email, testUserPassword, token))).toBe(200);
    expect(await statusOf(logIn(portal, unknown.email, testUserPassword, token))).toBe(429);
  });

  test('is identified by an HttpOnly cookie that is restricted to the login endpoint and valid for 180 days', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal);
    const attributes = cookieIn(await logIn(portal, email))
      .split('; ')
      .slice(1)
      .toSorted();
    expect(attributes).toEqual([
      'HttpOnly',
      `Max-Age=${180 * 24 * 3600}`,
      'Path=/api/auth/login',
      'SameSite=Strict',
    ]);
  });

  test('is identified by a Secure cookie with the prefix __Secure- if PUBLIC_URL is https', async () => {
    const { portal, close } = await openPortal({ PUBLIC_URL: 'https://fyp.university.test' });
    onTestFinished(close);
    const cookie = cookieIn(await logIn(portal, 'admin@university.test'));
    expect(cookie).toMatch(/^__Secure-known_device=[\w-]{43}; .*Secure/);
  });

  test('is stored with only the hash of its token', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    const token = tokenIn(await logIn(portal, email));
    const stored = JSON.stringify(
      await portal.db.selectFrom('known_devices').selectAll().execute(),
    );
    expect(stored).not.toContain(token);
  });

  test('becomes unknown after ten wrong passwords in a row', async ({ portal }) => {
    const { email, userId } = await createTestUser(portal);
    const token = await rememberDevice(portal.db, userId, undefined, portal.clock());
    const device = { email, token };
    for (let time = 1; time < maxDeviceLoginFailures; time += 1)
      await takeDeviceLoginAttempt(portal.db, device);
    await exhaust(portal, email);
    expect(await statusOf(logIn(portal, email, 'a wrong guess', token))).toBe(401);
    expect(await statusOf(logIn(portal, email, testUserPassword, token))).toBe(429);
  });

  test('is allowed no more than ten attempts, even if many are sent concurrently', async ({
    portal,
  }) => {
    const { email, userId } = await createTestUser(portal);
    const token = await rememberDevice(portal.db, userId, undefined, portal.clock());
    await exhaust(portal, email);
    const guesses = Array.from({ length: 25 }, () =>
      statusOf(logIn(portal, email, 'a wrong guess', token)),
    );
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 401)).toHaveLength(maxDeviceLoginFailures);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25 - maxDeviceLoginFailures);
  });

  test('does not use up the login attempts of unknown devices', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    const token = tokenIn(await logIn(portal, email));
    const rows = () => portal.db.selectFrom('login_throttles').selectAll().execute();
    const before = await rows();
    await logIn(portal, email, 'a wrong guess', token);
    expect(await rows()).toEqual(before);
  });

  test('receives a new token at the first login after a failed attempt, which invalidates a stolen copy of the old token', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal);
    const copied = tokenIn(await logIn(portal, email));
    expect(tokenIn(await logIn(portal, email, testUserPassword, copied))).toBe(copied);
    await logIn(portal, email, 'a wrong guess', copied);
    const renewed = tokenIn(await logIn(portal, email, testUserPassword, copied));
    expect(renewed).not.toBe(copied);
    await exhaust(portal, email);
    expect(await statusOf(logIn(portal, email, testUserPassword, copied))).toBe(429);
    expect(await statusOf(logIn(portal, email, testUserPassword, renewed))).toBe(200);
  });

  test('receives a new token for all its accounts when another account logs in on it', async ({
    portal,
  }) => {
    const [user, two] = [await createTestUser(portal), await createTestUser(portal)];
    const planted = tokenIn(await logIn(portal, user.email));
    const shared = tokenIn(await logIn(portal, two.email, testUserPassword, planted));
    expect(shared).not.toBe(planted);
    await exhaust(portal, user.email, two.email);
    for (const { email } of [user, two]) {
      expect(await statusOf(logIn(portal, email, testUserPassword, planted))).toBe(429);
      expect(await statusOf(logIn(portal, email, testUserPassword, shared))).toBe(200);
    }
  });

  test('is forgotten after 180 days without a login, or once the account has 20 newer devices', async ({
    portal,
  }) => {
    const { db, clock } = portal;
    const { email, userId } = await createTestUser(portal);
    const old = await rememberDevice(db, userId, undefined, clock());
    portal.wait(1000);
    const tokens: string[] = [];
    for (let number = 0; number < 19; number += 1) {
      tokens.push(await rememberDevice(db, userId, undefined, clock()));
    }
    expect(await isKnownDevice(db, { email, token: old }, clock())).toBe(true);
    portal.wait(1000);
    const last = await rememberDevice(db, userId, undefined, clock());
    expect(await isKnownDevice(db, { email, token: old }, clock())).toBe(false);
    expect(await isKnownDevice(db, { email, token: last }, clock())).toBe(true);
    portal.wait(180 * day);
    expect(await isKnownDevice(db, { email, token: last }, clock())).toBe(false);
    portal.wait(1);
    await deleteExpiredSessionData(portal);
    expect(await db.selectFrom('known_devices').selectAll().execute()).toEqual([]);
  });
});

describe('a device becomes unknown', () => {
  test.for<{ what: string; body: { password?: string; role?: 'faculty'; blocked?: true } }>([
    { what: 'a new password from an admin', body: { password: other } },
    { what: 'a new role', body: { role: 'faculty' } },
    { what: 'a block', body: { blocked: true } },
  ])('after $what', async ({ body }, { portal }) => {
    const [changed, bystander] = [await createTestUser(portal), await createTestUser(portal)];
    const { db, clock, admin } = portal;
    const token = await rememberDevice(db, changed.userId, undefined, clock());
    const theirs = await rememberDevice(db, bystander.userId, undefined, clock());
    await admin.call(updateUser, { params: { userId: changed.userId }, body });
    expect(await isKnownDevice(db, { ...changed, token }, clock())).toBe(false);
    expect(await isKnownDevice(db, { ...bystander, token: theirs }, clock())).toBe(true);
  });

  test('after the user changes the password on another device, which remains known', async ({
    portal,
  }) => {
    const { db, clock } = portal;
    const { email, userId, caller } = await createTestUser(portal);
    const token = await rememberDevice(db, userId, undefined, clock());
    const changed = await caller.request(changePassword, {
      body: { current: testUserPassword, password: other },
    });
    expect(changed.status).toBe(200);
    expect(await isKnownDevice(db, { email, token }, clock())).toBe(false);
    expect(await isKnownDevice(db, { email, token: tokenIn(changed) }, clock())).toBe(true);
  });
});

test('a password reset through an email link lets the user log in immediately, despite failed attempts by others', async ({
  portal,
}) => {
  const { email } = await createTestUser(portal);
  await portal.visitor.call(forgotPassword, { body: { email } });
  const { text_body } = await portal.db
    .selectFrom('emails')
    .select('text_body')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  const token = /#reset=([\w-]+)/.exec(text_body)?.[1] ?? '';
  const response = await portal.visitor.request(resetPassword, {
    body: { token, password: other },
  });
  await exhaust(portal, email);
  expect(await statusOf(logIn(portal, email, other))).toBe(429);
  expect(await statusOf(logIn(portal, email, other, tokenIn(response)))).toBe(200);
});
