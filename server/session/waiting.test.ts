import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished } from 'vitest';
import { login } from '#contract/session.ts';
import { somebody } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { password } from '#tools/test/people.ts';
import { passwordTurns } from './password.ts';
import { countFailure, networkOf, removeOldFailures } from './patience.ts';

const second = 1000;

async function guess(portal: Portal, email: string, given = 'a wrong guess') {
  return refusalOf(portal, portal.visitor, login, { body: { email, password: given } });
}

async function guessWrong(portal: Portal, email: string, times: number) {
  for (let time = 0; time < times; time += 1) {
    expect((await guess(portal, email)).code).toBe('wrong-credentials');
  }
}

describe('guessing passwords', () => {
  test('is free four times, then costs a wait that doubles with each failure', async ({
    portal,
  }) => {
    const { email } = await somebody(portal);
    await guessWrong(portal, email, 5);
    for (const seconds of [2, 4, 8]) {
      expect(await guess(portal, email)).toMatchObject({
        status: 429,
        code: 'too-often',
        message: `Too many failed attempts for this account. Please try again in ${seconds} seconds.`,
        retryAfter: String(seconds),
      });
      portal.wait(seconds * second);
      await guessWrong(portal, email, 1);
    }
  });

  test('makes even the right password wait, and the wait ends by itself', async ({ portal }) => {
    const { email, userId } = await somebody(portal);
    await guessWrong(portal, email, 5);
    expect(await guess(portal, email, password)).toMatchObject({ status: 429 });
    portal.wait(1 * second);
    expect(await guess(portal, email, password)).toMatchObject({ status: 429, retryAfter: '1' });
    portal.wait(1 * second);
    const reply = await portal.visitor.call(login, { body: { email, password } });
    expect(reply.userId).toBe(userId);
  });

  test('is forgotten once the right password is given', async ({ portal }) => {
    const { email } = await somebody(portal);
    await guessWrong(portal, email, 4);
    await portal.visitor.logIn(email, password);
    await guessWrong(portal, email, 4);
    await portal.visitor.logIn(email, password);
  });

  test('never makes anybody wait longer than 15 minutes', async ({ portal }) => {
    const { email } = await somebody(portal);
    await guessWrong(portal, email, 1);
    await portal.db.updateTable('login_failures').set({ failures: 60 }).execute();
    await guessWrong(portal, email, 1);
    expect(await guess(portal, email)).toMatchObject({ status: 429, retryAfter: '900' });
    portal.wait(900 * second);
    await portal.visitor.logIn(email, password);
  });

  test('an account makes no other account wait', async ({ portal }) => {
    const [guessed, other] = [await somebody(portal), await somebody(portal)];
    await guessWrong(portal, guessed.email, 5);
    await portal.visitor.logIn(other.email, password);
  });

  test('makes an address without an account wait just the same', async ({ portal }) => {
    await guessWrong(portal, 'nobody@university.test', 5);
    expect(await guess(portal, 'nobody@university.test')).toMatchObject({ status: 429 });
  });

  test('counts the address without regard to its case', async ({ portal }) => {
    const { email } = await somebody(portal);
    await guessWrong(portal, email.toUpperCase(), 5);
    expect(await guess(portal, email, password)).toMatchObject({ status: 429 });
  });

  test('many at once tells no more than one after the other', async ({ portal }) => {
    const { email } = await somebody(portal);
    const guessed = (given: string) =>
      portal.visitor
        .request(login, { body: { email, password: given } })
        .then(({ status }) => status);
    const wrong = Array.from({ length: 15 }, (_, index) => guessed(`guess number ${index}`));
    const statuses = await Promise.all(wrong);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test('makes the right password wait that was on its way already', async ({ portal }) => {
    const { email } = await somebody(portal);
    const attempt = { email, origin: { address: '127.0.0.1' }, now: portal.clock() };
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    // However many are hashed at once: for now none.
    const held = [passwordTurns.take(() => gate), passwordTurns.take(() => gate)];
    const right = guess(portal, email, password);
    await sleep(300);
    for (let failure = 0; failure < 5; failure += 1) {
      await portal.db.transaction().execute((trx) => countFailure(trx, attempt));
    }
    open();
    await Promise.all(held);
    expect((await right).status).toBe(429);
  });

  test('judged at one moment by several processes tells no more either', async ({ portal }) => {
    const attempt = { email: 'a@university.test', origin: { address: '127.0.0.1' } };
    const counted = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        portal.db
          .transaction()
          .execute((trx) => countFailure(trx, { ...attempt, now: portal.clock() })),
      ),
    );
    expect(counted.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});

describe('guessing passwords from one network', () => {
  /** So many failures before, over other accounts. */
  async function failed(portal: Portal, failures: number) {
    await guessWrong(portal, 'nobody@university.test', 1);
    await portal.db.updateTable('network_failures').set({ failures }).execute();
  }
  const emailOf = async (portal: Portal) => (await somebody(portal)).email;

  test('costs nothing 299 times, then a wait that doubles up to 30 seconds, whatever account', async ({
    portal,
  }) => {
    await failed(portal, 298);
    await guessWrong(portal, await emailOf(portal), 2);
    for (const seconds of [2, 4, 8, 16, 30, 30]) {
      expect(await guess(portal, await emailOf(portal), password)).toMatchObject({
        status: 429,
        code: 'too-often',
        message: `Too many failed attempts from your network. Please try again in ${seconds} seconds.`,
        retryAfter: String(seconds),
      });
      portal.wait(seconds * second);
      await guessWrong(portal, await emailOf(portal), 1);
    }
    portal.wait(30 * second);
    await portal.visitor.logIn(await emailOf(portal), password);
  });

  test('waits alike for an account and for none', async ({ portal }) => {
    await failed(portal, 299);
    await guessWrong(portal, await emailOf(portal), 1);
    const [known, unknown] = [
      await guess(portal, await emailOf(portal)),
      await guess(portal, 'no-one@university.test'),
    ];
    expect(known).toEqual(unknown);
    expect(known.status).toBe(429);
  });

  test('is not forgotten when the guesser logs in himself, but after an hour', async ({
    portal,
  }) => {
    await failed(portal, 298);
    await portal.visitor.logIn(await emailOf(portal), password);
    portal.wait(59 * 60 * second);
    await guessWrong(portal, await emailOf(portal), 2);
    expect(await guess(portal, await emailOf(portal))).toMatchObject({ status: 429 });
    portal.wait(61 * second);
    await guessWrong(portal, await emailOf(portal), 3);
  });

  test('keeps nobody waiting elsewhere, and is counted behind a proxy as well', async () => {
    const { portal, close } = await openPortal({ TRUST_PROXY: 'on' });
    onTestFinished(close);
    const logInFrom = (address: string, given: string) =>
      portal.visitor
        .fetch(login.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ email: 'admin@university.test', password: given }),
        })
        .then(({ status }) => status);
    expect(await logInFrom('203.0.113.7', 'a wrong guess')).toBe(401);
    await portal.db.updateTable('network_failures').set({ failures: 299 }).execute();
    expect(await logInFrom('203.0.113.8', 'a wrong guess')).toBe(401);
    expect(await logInFrom('203.0.113.7', 'a wrong guess')).toBe(401);
    expect(await logInFrom('203.0.113.7', password)).toBe(429);
    expect(await logInFrom('203.0.113.8', password)).toBe(200);
    // What the guesser himself wrote in front of what the proxy saw.
    expect(await logInFrom('203.0.113.8, 203.0.113.7', password)).toBe(429);
  });

  test('leaves alone what another process has counted elsewhere, its clock a little ahead', async ({
    portal,
  }) => {
    const since = new Date(portal.clock().getTime() + second).toISOString();
    const other = { network: '203.0.113.9', failures: 299, since, retry_at: since };
    await portal.db.insertInto('network_failures').values(other).execute();
    await guessWrong(portal, await emailOf(portal), 1);
    const kept = portal.db.selectFrom('network_failures').selectAll();
    expect(await kept.where('network', '=', other.network).execute()).toEqual([other]);
  });

  test('is removed when it is over, or was counted by a clock that was far ahead', async ({
    portal,
  }) => {
    const at = (hours: number) =>
      new Date(portal.clock().getTime() + hours * 3600 * second).toISOString();
    const counted = [-2, 0, 2].map((hours) => ({
      network: `counted ${hours} hours from now`,
      failures: 1,
      since: at(hours),
      retry_at: at(hours),
    }));
    await portal.db.insertInto('network_failures').values(counted).execute();
    const waits = [-30, 0, 30].map((hours) => ({
      email: `${hours}@university.test`,
      failures: 1,
      retry_at: at(hours),
    }));
    await portal.db.insertInto('login_failures').values(waits).execute();
    await removeOldFailures(portal.db, portal.clock());
    const networks = await portal.db.selectFrom('network_failures').select('network').execute();
    expect(networks).toEqual([{ network: 'counted 0 hours from now' }]);
    const accounts = await portal.db.selectFrom('login_failures').select('email').execute();
    expect(accounts).toEqual([{ email: '0@university.test' }]);
  });

  test('ends with the clock that was ahead', async ({ portal }) => {
    portal.wait(24 * 3600 * second);
    await failed(portal, 299);
    await guessWrong(portal, await emailOf(portal), 1);
    portal.wait(-24 * 3600 * second);
    await portal.visitor.logIn(await emailOf(portal), password);
    await guessWrong(portal, await emailOf(portal), 2);
  });
});

test.for<[string, string]>([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the network of %s is %s', ([address, network]) => {
  expect(networkOf(address)).toBe(network);
});
