import { describe, expect } from 'vitest';
import { login } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { createTestUser, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { takeLoginAttempt } from './throttle.ts';

const here = { address: '127.0.0.1' };
const hour = 3_600_000;

const logIn = async (portal: Portal, email: string, password = testUserPassword) =>
  (await portal.visitor.request(login, { body: { email, password } })).status;

const takeAttempt = ({ db, clock }: Portal, email: string, origin = here) =>
  db.transaction().execute((trx) => takeLoginAttempt(trx, { email, origin, now: clock() }));

/** Guesses passwords of other accounts from the same network until the network has no tokens left. */
async function attackNetwork(portal: Portal, round: number, times = 60) {
  for (let time = 0; time < times; time += 1) {
    await takeAttempt(portal, `victim-${round}-${time}@university.test`).catch(() => {});
  }
}

describe('a login on a new device in a network in which an attacker guesses other passwords', () => {
  test('succeeds with the correct password, however many guesses are made each second', async ({
    portal,
  }) => {
    const users: TestUser[] = [];
    for (let index = 0; index < 10; index += 1) users.push(await createTestUser(portal));
    for (const [round, { email }] of users.entries()) {
      await attackNetwork(portal, round);
      expect(await logIn(portal, email)).toBe(200);
    }
    // A correct password costs no token of the reserve, either.
    for (let time = 0; time < 5; time += 1) {
      await attackNetwork(portal, 100 + time);
      expect(await logIn(portal, users[0]?.email ?? '')).toBe(200);
    }
  });

  test('is limited to three wrong passwords per account, then one every four hours', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal);
    const neighbour = await createTestUser(portal);
    await attackNetwork(portal, 0);
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1)
      statuses.push(await logIn(portal, email, 'wrong guess'));
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(await logIn(portal, neighbour.email)).toBe(200);
    for (const expected of [401, 429]) {
      portal.wait(expected === 401 ? 4 * hour : 0);
      await attackNetwork(portal, expected);
      expect(await logIn(portal, email, 'wrong guess')).toBe(expected);
    }
  });

  test('gains no attempts through concurrent requests', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    await attackNetwork(portal, 0);
    const wrong = Array.from({ length: 12 }, () => logIn(portal, email, 'wrong guess'));
    const statuses = await Promise.all(wrong);
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
  });

  test('returns no tokens to the network, so that the attacker gains no attempts by correct logins', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal);
    await attackNetwork(portal, 0);
    for (let time = 0; time < 5; time += 1) expect(await logIn(portal, email)).toBe(200);
    await expect(takeAttempt(portal, 'next@university.test')).rejects.toThrow('from your network');
  });

  test('has its reserve again after an admin sets a new password', async ({ portal }) => {
    const { email, userId } = await createTestUser(portal);
    await attackNetwork(portal, 0);
    for (let time = 0; time < 3; time += 1) await logIn(portal, email, 'wrong guess');
    const body = { password: 'another long passphrase' };
    await portal.admin.call(updateUser, { params: { userId }, body });
    expect(await logIn(portal, email, body.password)).toBe(200);
  });

  test('is still limited by guesses for the same account from everywhere', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    for (let network = 0; network < 5; network += 1) {
      const origin = { address: `203.0.113.${network}` };
      for (let time = 0; time < 10; time += 1) await takeAttempt(portal, email, origin);
    }
    await attackNetwork(portal, 0);
    expect(await logIn(portal, email)).toBe(429);
  });
});
