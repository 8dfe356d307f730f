import { describe, expect } from 'vitest';
import { login } from '#contract/session.ts';
import { somebody } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { password } from '#tools/test/people.ts';

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
    // The right one comes while the others are under way, and after five of them.
    await Promise.race(wrong);
    const right = await guessed(password);
    const statuses = await Promise.all(wrong);
    expect(right).toBe(429);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});
