import { describe, expect, onTestFinished } from 'vitest';
import { changePassword, forgotPassword, resetPassword } from '#contract/account.ts';
import { login } from '#contract/session.ts';
import { deleteExpiredSessionData } from '#server/session/sessions.ts';
import { listEmailLinks } from '#server/test/emails.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { isKnownDevice, rememberDevice } from './known-devices.ts';
import { takeLoginAttempt } from './login-limits.ts';

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
  const expires_at = new Date(clock().getTime() + 3_600_000).toISOString();
  const rows = emails.map((email) => ({ name: `login account:${email}`, email, points: 100 }));
  await db
    .insertInto('rate_limits')
    .values(rows.map((row) => ({ ...row, expires_at })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ points: 100, expires_at }))
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

  test('has ten wrong passwords a day, even if many are sent concurrently, and is then treated as unknown', async ({
    portal,
  }) => {
    const { email, userId } = await createTestUser(portal);
    const { db, clock } = portal;
    const token = await rememberDevice(db, userId, undefined, clock());
    await exhaust(portal, email);
    const takeAttempt = () =>
      db.transaction().execute((trx) => {
        const attempt = { email, origin: { address: '127.0.0.1' }, now: clock() };
        return takeLoginAttempt(trx, attempt, token);
      });
    const taken = await Promise.allSettled(Array.from({ length: 25 }, takeAttempt));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    // A login to another account on the device, which replaces its token, gains no attempts.
    const other = await createTestUser(portal);
    const replaced = await rememberDevice(db, other.userId, token, clock());
    expect(await statusOf(logIn(portal, email, testUserPassword, replaced))).toBe(429);
    portal.wait(day);
    expect(await statusOf(logIn(portal, email, testUserPassword, replaced))).toBe(200);
  });

  test('does not use up the login attempts of unknown devices', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    const token = tokenIn(await logIn(portal, email));
    const attempts = portal.db.selectFrom('rate_limits').selectAll();
    const rows = () => attempts.where('name', 'not like', 'login device:%').execute();
    const before = await rows();
    await logIn(portal, email, 'a wrong guess', token);
    expect(await rows()).toEqual(before);
  });

  test('receives a new token at each login, which invalidates a stolen copy of the old token', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal);
    const copied = tokenIn(await logIn(portal, email));
    const renewed = tokenIn(await logIn(portal, email, testUserPassword, copied));
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
      expect(await isKnownDevice(portal.db, { email, token: shared }, portal.clock())).toBe(true);
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
  const [token = ''] = await listEmailLinks(portal, email);
  const response = await portal.visitor.request(resetPassword, {
    body: { token, password: other },
  });
  await exhaust(portal, email);
  expect(await statusOf(logIn(portal, email, other))).toBe(429);
  expect(await statusOf(logIn(portal, email, other, tokenIn(response)))).toBe(200);
});
