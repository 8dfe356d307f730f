import { describe, expect, onTestFinished } from 'vitest';
import { login } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { hashingQueue } from '#server/session/password/password.ts';
import { occupyHashingQueue } from '#server/test/faults/occupy-hashing-queue.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { deleteExpiredThrottles, loginLimits, takeLoginAttempt } from './throttle.ts';

const second = 1000;
const minute = 60 * second;
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

/** Makes `times` login attempts without hashing. Returns how many of them the throttle admits. */
async function failAttempts(portal: Portal, email: string, times: number, origin = here) {
  let taken = 0;
  for (let time = 0; time < times; time += 1) {
    await tryOnce(portal, email, origin).then(
      () => {
        taken += 1;
      },
      () => {},
    );
  }
  return taken;
}

async function exhaustStock(
  { db, clock }: Portal,
  scope: keyof typeof loginLimits,
  key: { email: string; network: string },
) {
  const { size, refillMs } = loginLimits[scope].stock;
  const now = clock();
  const stock_full_at = new Date(now.getTime() + size * refillMs).toISOString();
  const row = { ...key, pace_full_at: now.toISOString(), stock_full_at };
  await db.insertInto('login_throttles').values(row).execute();
}

const emailOf = async (portal: Portal) => (await createTestUser(portal)).email;
const waits = (message: string, retryAfter: number) => ({
  status: 429,
  code: 'too-often',
  message: `Too many failed attempts ${message}, or choose a new password by “Forgotten your password?”.`,
  retryAfter: `${retryAfter}`,
});

describe('password guessing for one account from one network', () => {
  test('is limited to ten attempts in a burst, then one every 3 seconds', async ({ portal }) => {
    const email = await emailOf(portal);
    expect(await failAttempts(portal, email, 9)).toBe(9);
    expect((await guess(portal, email)).code).toBe('wrong-credentials');
    const isSlowed = waits('for this account. Please try again in 3 seconds', 3);
    for (let time = 0; time < 2; time += 1) {
      expect(await guess(portal, email)).toMatchObject(isSlowed);
      portal.wait(3 * second);
      expect((await guess(portal, email)).code).toBe('wrong-credentials');
    }
  });

  test('delays a login with the correct password only until the next attempt is allowed', async ({
    portal,
  }) => {
    const { email, userId } = await createTestUser(portal);
    expect(await failAttempts(portal, email, 11)).toBe(10);
    expect(await guess(portal, email, testUserPassword)).toMatchObject({
      status: 429,
      retryAfter: '3',
    });
    portal.wait(2 * second);
    expect(await guess(portal, email, testUserPassword)).toMatchObject({
      status: 429,
      retryAfter: '1',
      message: expect.stringContaining('in 1 second,'),
    });
    portal.wait(1 * second);
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

  test('is limited to one attempt every 15 minutes after 600 wrong passwords', async ({
    portal,
  }) => {
    const email = await emailOf(portal);
    await exhaustStock(portal, 'pair', { email, network: here.address });
    expect(await guess(portal, email, testUserPassword)).toMatchObject(
      waits('for this account. Please try again in 15 minutes', 900),
    );
    portal.wait(15 * minute);
    expect((await guess(portal, email)).code).toBe('wrong-credentials');
    expect((await guess(portal, email)).retryAfter).toBe('900');
  });

  test('no longer delays a login after an admin sets a new password', async ({ portal }) => {
    const { email, userId } = await createTestUser(portal);
    await failAttempts(portal, email, 10);
    const body = { password: 'another long passphrase' };
    await portal.admin.call(updateUser, { params: { userId }, body });
    await portal.visitor.logIn(email, body.password);
  });

  test('does not cause logins to other accounts to be throttled', async ({ portal }) => {
    const [guessed, other] = [await emailOf(portal), await emailOf(portal)];
    await failAttempts(portal, guessed, 11);
    await portal.visitor.logIn(other, testUserPassword);
  });

  test('is throttled in the same way for an unknown email address', async ({ portal }) => {
    const nobody = 'nobody@university.test';
    await failAttempts(portal, nobody, 10);
    expect(await guess(portal, nobody)).toMatchObject({ status: 429, retryAfter: '3' });
  });

  test('is limited regardless of the letter case of the email address', async ({ portal }) => {
    const email = await emailOf(portal);
    await failAttempts(portal, email, 9);
    await guess(portal, email.toUpperCase());
    expect(await guess(portal, email, testUserPassword)).toMatchObject({ status: 429 });
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

  test('is limited to ten attempts even if concurrent database transactions count them', async ({
    portal,
  }) => {
    const taken = await Promise.allSettled(
      Array.from({ length: 15 }, () => tryOnce(portal, 'a@university.test')),
    );
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });
});

describe('password guessing for one account from many networks', () => {
  test('is limited to 50 attempts in a burst, then five every 3 seconds', async ({ portal }) => {
    const email = await emailOf(portal);
    let taken = 0;
    const fromEverywhere = async () => {
      for (let network = 0; network < 6; network += 1) {
        taken += await failAttempts(portal, email, 10, { address: `203.0.113.${network}` });
      }
    };
    await fromEverywhere();
    expect(taken).toBe(50);
    portal.wait(3 * second);
    await fromEverywhere();
    expect(taken).toBe(55);
    expect(await guess(portal, email, testUserPassword)).toMatchObject({
      status: 429,
      retryAfter: '1',
    });
  });

  test('is limited to one attempt every 3 minutes after 3,000 wrong passwords', async ({
    portal,
  }) => {
    const email = await emailOf(portal);
    await exhaustStock(portal, 'account', { email, network: '' });
    expect(await guess(portal, email)).toMatchObject({ status: 429, retryAfter: '180' });
    portal.wait(3 * minute);
    await portal.visitor.logIn(email, testUserPassword);
  });
});

describe('password guessing for many accounts from one network', () => {
  test('is limited to 60 attempts in a burst, then two per second', async ({ portal }) => {
    let taken = 0;
    const atEverybody = async (round: number) => {
      for (let number = 0; number < 62; number += 1) {
        taken += await failAttempts(portal, `nobody-${round}-${number}@university.test`, 1);
      }
    };
    await atEverybody(1);
    expect(taken).toBe(60);
    expect(await guess(portal, 'somebody@university.test')).toMatchObject(
      waits('from your network. Please try again in 1 second', 1),
    );
    portal.wait(1 * second);
    await atEverybody(2);
    expect(taken).toBe(62);
  });

  test('is limited to one attempt every 30 seconds after 3,000 wrong passwords', async ({
    portal,
  }) => {
    await exhaustStock(portal, 'network', { email: '', network: here.address });
    expect(await guess(portal, 'a@university.test')).toMatchObject({ retryAfter: '30' });
    portal.wait(30 * second);
    expect((await guess(portal, 'b@university.test')).code).toBe('wrong-credentials');
    expect(await guess(portal, 'c@university.test')).toMatchObject({ retryAfter: '30' });
  });

  test('is throttled with the same words for existing accounts, once their reserve is used up, and for unknown ones', async ({
    portal,
  }) => {
    await exhaustStock(portal, 'network', { email: '', network: here.address });
    const email = await emailOf(portal);
    await failAttempts(portal, email, 3);
    const known = await guess(portal, email);
    const unknown = await guess(portal, 'no-one@university.test');
    expect([known.status, known.code]).toEqual([429, 'too-often']);
    expect([unknown.status, unknown.code]).toEqual([429, 'too-often']);
    for (const { message } of [known, unknown]) expect(message).toContain('from your network');
  });

  test('is throttled even if the attacker also logs in to their own account', async ({
    portal,
  }) => {
    for (let number = 0; number < 59; number += 1) {
      await failAttempts(portal, `nobody-${number}@university.test`, 1);
    }
    await portal.visitor.logIn(await emailOf(portal), testUserPassword);
    expect((await guess(portal, await emailOf(portal))).code).toBe('wrong-credentials');
    expect(await guess(portal, 'nobody@university.test')).toMatchObject({ status: 429 });
  });

  test('does not cause other networks to be throttled, even if the portal is behind a proxy', async () => {
    const { portal, close } = await openPortal({ TRUST_PROXY: 'on' });
    onTestFinished(close);
    await exhaustStock(portal, 'network', { email: '', network: '203.0.113.7' });
    expect(await guessFrom(portal, '203.0.113.7')).toBe(429);
    expect(await guessFrom(portal, '203.0.113.8')).toBe(401);
    // The client forged the first address, and the proxy added the second.
    expect(await guessFrom(portal, '203.0.113.8, 203.0.113.7')).toBe(429);
  });
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
    for (let number = 40_001; number <= 40_020; number += 1)
      statuses.push(await guessFrom(portal, `${start}${number}`));
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
    const entries = portal.db.selectFrom('audit_entries').select('address').distinct();
    const refused = await entries.where('action', '=', 'login-refused').execute();
    expect(refused).toHaveLength(1);
  },
);

describe('a stored throttle', () => {
  const rowAt = ({ clock }: Portal, network: string, hours: number) => {
    const at = new Date(clock().getTime() + hours * hour).toISOString();
    return { email: '', network, pace_full_at: at, stock_full_at: at };
  };

  test('is deleted when it no longer has any effect, or if its timestamp is far in the future', async ({
    portal,
  }) => {
    const rows = [-1, 1, 24 * 30].map((hours) => rowAt(portal, `${hours} hours from now`, hours));
    await portal.db.insertInto('login_throttles').values(rows).execute();
    await deleteExpiredThrottles(portal.db, portal.clock());
    const remaining = await portal.db.selectFrom('login_throttles').select('network').execute();
    expect(remaining).toEqual([{ network: '1 hours from now' }]);
  });

  test('has no effect if it was written while the clock was far ahead', async ({ portal }) => {
    portal.wait(24 * hour);
    const email = await emailOf(portal);
    await failAttempts(portal, email, 12);
    portal.wait(-24 * hour);
    await portal.visitor.logIn(email, testUserPassword);
    expect(await failAttempts(portal, email, 12)).toBe(10);
  });

  test('is not changed by rejected attempts', async ({ portal }) => {
    const email = await emailOf(portal);
    await failAttempts(portal, email, 10);
    const rows = () => portal.db.selectFrom('login_throttles').selectAll().execute();
    const before = await rows();
    for (let time = 0; time < 3; time += 1) {
      expect((await guess(portal, email)).status).toBe(429);
    }
    expect(await rows()).toEqual(before);
  });
});
