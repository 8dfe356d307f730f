import { describe, expect, onTestFinished } from 'vitest';
import { login } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { hashingQueue } from '#server/session/password/password.ts';
import { occupyHashingQueue } from '#server/test/faults/occupy-hashing-queue.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { takeLoginAttempt } from './login-limits.ts';

const minute = 60_000;
const hour = 60 * minute;

const here = { address: '127.0.0.1' };

async function guess(portal: Portal, email: string, typedPassword = 'a wrong guess') {
  return expectRefusal(portal, portal.visitor, login, { body: { email, password: typedPassword } });
}

const guessFrom = (portal: Portal, forwardedFor: string) =>
  portal.visitor
    .fetch(login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
      body: JSON.stringify({ email: 'nobody@university.test', password: 'a wrong guess' }),
    })
    .then(({ status }) => status);

const tryOnce = ({ db, clock }: Portal, email: string, origin = here) =>
  db.transaction().execute((trx) => takeLoginAttempt(trx, { email, origin, now: clock() }));

/** Makes `times` login attempts without hashing. Returns how many of them are admitted. */
async function failAttempts(portal: Portal, email: string, times: number, origin = here) {
  let taken = 0;
  for (let time = 0; time < times; time += 1) {
    const isTaken = await tryOnce(portal, email, origin).then(
      () => true,
      () => false,
    );
    taken += Number(isTaken);
  }
  return taken;
}

/** Records that `count` passwords of other accounts were guessed from a network. */
async function attackNetwork({ db, clock }: Portal, count: number, { address } = here) {
  const expires_at = new Date(clock().getTime() + 10 * minute).toISOString();
  const row = { name: `login network:${address}`, email: '', points: count, expires_at };
  await db.insertInto('rate_limits').values(row).execute();
}

const emailOf = async (portal: Portal) => (await createTestUser(portal)).email;
const waits = (message: string, retryAfter: number) => ({
  status: 429,
  code: 'too-often',
  message: `Too many failed attempts ${message}, or reset your password with “Forgotten your password?”.`,
  retryAfter: `${retryAfter}`,
});

describe('password guessing for one account from one network', () => {
  test('is limited to ten wrong passwords in 15 minutes, also for an unknown account, and then refuses the correct one', async ({
    portal,
  }) => {
    const { email, userId } = await createTestUser(portal);
    for (const guessed of [email, 'nobody@university.test']) {
      expect(await failAttempts(portal, guessed, 9)).toBe(9);
      // The letter case of the address makes no difference.
      expect((await guess(portal, guessed.toUpperCase())).code).toBe('wrong-credentials');
      const isSlowed = waits('for this account. Please try again in 15 minutes', 900);
      expect(await guess(portal, guessed, testUserPassword)).toMatchObject(isSlowed);
    }
    portal.wait(15 * minute - 1000);
    expect(await guess(portal, email, testUserPassword)).toMatchObject(
      waits('for this account. Please try again in 1 second', 1),
    );
    portal.wait(1000);
    const reply = await portal.visitor.call(login, { body: { email, password: testUserPassword } });
    expect(reply.userId).toBe(userId);
  });

  test('is limited even if logins with the correct password occur in between', async ({
    portal,
  }) => {
    const email = await emailOf(portal);
    await failAttempts(portal, email, 9);
    for (let time = 0; time < 3; time += 1) await portal.visitor.logIn(email, testUserPassword);
    expect(await failAttempts(portal, email, 2)).toBe(1);
  });

  test('no longer delays a login after an admin sets a new password', async ({ portal }) => {
    const { email, userId } = await createTestUser(portal);
    const neighbour = await emailOf(portal);
    for (const guessed of [email, neighbour]) await failAttempts(portal, guessed, 10);
    const body = { password: 'another long passphrase' };
    await portal.admin.call(updateUser, { params: { userId }, body });
    await portal.visitor.logIn(email, body.password);
    expect((await guess(portal, neighbour)).status).toBe(429);
  });

  test('does not gain additional attempts through concurrent requests', async ({ portal }) => {
    const email = await emailOf(portal);
    const guessed = (typedPassword: string) =>
      portal.visitor
        .request(login, { body: { email, password: typedPassword } })
        .then(({ status }) => status);
    const wrong = Array.from({ length: 25 }, (_, index) => guessed(`guess number ${index}`));
    const statuses = await Promise.all(wrong);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test('does not affect a login with the correct password that was admitted before the limit was reached', async ({
    portal,
  }) => {
    const email = await emailOf(portal);
    const { release } = occupyHashingQueue();
    const right = portal.visitor.request(login, { body: { email, password: testUserPassword } });
    await expect.poll(() => hashingQueue.waiting).toBe(1);
    expect(await failAttempts(portal, email, 10)).toBe(9);
    await release();
    expect((await right).status).toBe(200);
  });
});

test('password guessing for one account from many networks is limited to 100 wrong passwords an hour', async ({
  portal,
}) => {
  const email = await emailOf(portal);
  let taken = 0;
  for (let network = 0; network < 11; network += 1) {
    taken += await failAttempts(portal, email, 10, { address: `203.0.113.${network}` });
  }
  expect(taken).toBe(100);
  const refusal = await guess(portal, email, testUserPassword);
  expect(refusal).toMatchObject({ status: 429, retryAfter: '3600' });
  portal.wait(hour);
  await portal.visitor.logIn(email, testUserPassword);
});

describe('password guessing for many accounts from one network', () => {
  test('is limited to 700 wrong passwords in ten minutes, and looks the same for existing and unknown accounts', async ({
    portal,
  }) => {
    await attackNetwork(portal, 699);
    // An attacker gains no attempts by logging in to their own account.
    await portal.visitor.logIn(await emailOf(portal), testUserPassword);
    expect((await guess(portal, 'nobody@university.test')).code).toBe('wrong-credentials');
    const isRefused = waits('from your network. Please try again in 10 minutes', 600);
    for (const email of ['no-one@university.test', await emailOf(portal)]) {
      expect(await guess(portal, email)).toMatchObject(isRefused);
    }
    portal.wait(10 * minute);
    expect((await guess(portal, 'nobody@university.test')).code).toBe('wrong-credentials');
  });

  test('does not cause other networks to be throttled, even if the portal is behind a proxy', async () => {
    const { portal, close } = await openPortal({ TRUST_PROXY: 'on' });
    onTestFinished(close);
    await attackNetwork(portal, 700, { address: '203.0.113.7' });
    expect(await guessFrom(portal, '203.0.113.7')).toBe(429);
    expect(await guessFrom(portal, '203.0.113.8')).toBe(401);
    // The client forged the first address, and the proxy added the second.
    expect(await guessFrom(portal, '203.0.113.8, 203.0.113.7')).toBe(429);
  });
});

test('the last of 300 students behind one address logs in within the ten minutes in which each has mistyped twice', async ({
  portal,
}) => {
  await attackNetwork(portal, 299 * 2);
  const email = await emailOf(portal);
  expect(await failAttempts(portal, email, 2)).toBe(2);
  await portal.visitor.logIn(email, testUserPassword);
  // The correct password costs nothing.
  const row = portal.db.selectFrom('rate_limits').select('points');
  const network = await row.where('name', '=', `login network:${here.address}`).execute();
  expect(network).toEqual([{ points: 600 }]);
});

test.for([
  ['many ports of one address', '203.0.113.9, 198.51.100.23:'],
  ['many unreadable addresses', '_hidden'],
] as const)(
  'password guessing through a proxy that forwards %s is limited like that of one client',
  async ([, start]) => {
    const { portal, close } = await openPortal({ TRUST_PROXY: 'on' });
    onTestFinished(close);
    const statuses: number[] = [];
    for (let number = 40_001; number <= 40_012; number += 1)
      statuses.push(await guessFrom(portal, `${start}${number}`));
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const entries = portal.db.selectFrom('audit_entries').select('address').distinct();
    const refused = await entries.where('action', '=', 'login-refused').execute();
    expect(refused).toHaveLength(1);
  },
);
