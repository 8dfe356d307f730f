import { describe, expect, onTestFinished } from 'vitest';
import { register, resetPassword } from '#contract/account.ts';
import { login } from '#contract/session.ts';
import { createOneUseLink } from '#server/session/one-use-links.ts';
import { createToken } from '#server/session/tokens.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { markTestGroup } from '#server/test/records/marking.ts';
import { expectRefusal, readRefusal } from '#server/test/refusal.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { hashingQueue, hashPassword } from './password.ts';

function fillQueue(purpose: string, getNetwork: (number: number) => string, size = 70) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const all = Array.from({ length: size }, (_, number) =>
    hashingQueue.run({ purpose, network: getNetwork(number) }, () => promise, Error),
  );
  const left = Promise.allSettled(all);
  const leave = async () => {
    resolve();
    await left;
  };
  onTestFinished(leave);
  return leave;
}

const isRefused = {
  status: 503,
  code: 'unavailable',
  message: 'Too many people are logging in at the moment. Please try again in a few seconds.',
  retryAfter: '5',
};
const logIn = ({ visitor }: Portal, email: string) =>
  visitor.request(login, { body: { email, password: testUserPassword } });

describe('a flood of logins', () => {
  test('fills the hashing queue, so that further logins receive 503 with Retry-After until the queue empties', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal);
    const leave = fillQueue('login', (number) => `${number}`);
    const body = { email, password: testUserPassword };
    expect(await expectRefusal(portal, portal.visitor, login, { body })).toMatchObject(isRefused);
    await leave();
    await portal.visitor.logIn(email, testUserPassword);
    expect(portal.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test('does not use up the login attempts of a user whose logins were rejected because the hashing queue was full', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal);
    const leave = fillQueue('login', (number) => `${number}`);
    for (let time = 0; time < 12; time += 1) {
      expect(await readRefusal(await logIn(portal, email))).toMatchObject(isRefused);
    }
    await leave();
    expect((await logIn(portal, email)).status).toBe(200);
  });

  test('does not block saving marks', async ({ portal }) => {
    const team = await createTestGroup(portal);
    fillQueue('login', (number) => `${number}`);
    const waiting = logIn(portal, team.supervisor.email);
    await markTestGroup(team, 9);
    expect(await readRefusal(await waiting)).toMatchObject(isRefused);
  });

  test('from one network does not block logins from another network', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    const leave = fillQueue('login', () => 'one network');
    const response = logIn(portal, email);
    await leave();
    expect((await response).status).toBe(200);
  });

  test('does not block a login from a known device', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    const before = await logIn(portal, email);
    const cookie = before.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    const leave = fillQueue('login', (number) => `${number}`);
    const response = portal.visitor.fetch(login.path, {
      method: login.method,
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ email, password: testUserPassword }),
    });
    await leave();
    expect((await response).status).toBe(200);
  });

  test('for one account does not block logins to other accounts', async ({ portal }) => {
    const [guessed, other] = [await createTestUser(portal), await createTestUser(portal)];
    const storm = Array.from({ length: 70 }, () =>
      portal.visitor.request(login, { body: { email: guessed.email, password: 'a wrong guess' } }),
    );
    await portal.visitor.logIn(other.email, testUserPassword);
    const statuses = (await Promise.all(storm)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  });
});

describe('a flood of requests to set a new password', () => {
  test('from many networks does not block a login', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    const leave = fillQueue('new password', (number) => `${number}`);
    const response = logIn(portal, email);
    await leave();
    expect((await response).status).toBe(200);
  });

  test('fills the hashing queue, so that further requests receive 503 with Retry-After until the queue empties', async ({
    portal,
  }) => {
    const { userId, email } = await createTestUser(portal);
    const token = await createOneUseLink(
      portal.db,
      userId,
      'reset-password',
      60_000,
      portal.clock(),
    );
    const leave = fillQueue('new password', (number) => `${number}`);
    const body = { token, password: 'another long passphrase' };
    expect(await expectRefusal(portal, portal.visitor, resetPassword, { body })).toMatchObject(
      isRefused,
    );
    await leave();
    await portal.visitor.call(resetPassword, { body: { ...body, token: `${token}` } });
    await portal.visitor.logIn(email, body.password);
  });
});

test('a password hash is not computed on the main thread', async () => {
  let isComputed = false;
  const hashed = hashPassword(testUserPassword).then(() => {
    isComputed = true;
  });
  // Run only microtasks. A result from another thread cannot arrive during them, so the hash must still be pending.
  for (let turn = 0; turn < 100; turn += 1) await null;
  expect(isComputed).toBe(false);
  await hashed;
});

describe('a full hashing queue', () => {
  test('does not delay the rejection of an invalid password-reset link', async () => {
    const { portal, close } = await openPortal();
    onTestFinished(close);
    const leave = fillQueue('new password', () => '127.0.0.1');
    const body = { token: createToken(), password: 'another long passphrase' };
    const refusal = await expectRefusal(portal, portal.visitor, resetPassword, { body });
    expect(refusal.code).toBe('link-over');
    await leave();
  });

  test('does not delay the rejection of a sign-up with a registered email address', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal);
    const leave = fillQueue('new password', () => '127.0.0.1');
    const body = { name: 'Aya Khan', email, password: testUserPassword };
    const refusal = await expectRefusal(portal, portal.visitor, register, { body });
    expect(refusal.code).toBe('email-taken');
    await leave();
  });
});
