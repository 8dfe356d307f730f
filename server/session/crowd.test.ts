import { describe, expect } from 'vitest';
import { login } from '#contract/session.ts';
import { register } from '#contract/users.ts';
import { somebody } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { password } from '#tools/test/people.ts';
import { passwordTurns } from './password.ts';

/** Takes every turn and every place in the queue until `leave` is called. */
function aCrowd() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const all: Promise<void>[] = [];
  while (passwordTurns.hasRoom) all.push(passwordTurns.take(() => promise));
  return {
    size: all.length,
    leave: async () => {
      resolve();
      await Promise.all(all);
    },
  };
}

describe('very many logins at once', () => {
  test('wait up to a number; the others are told when to come back, and leave nothing behind', async ({
    portal,
  }) => {
    const { email } = await somebody(portal);
    const crowd = aCrowd();
    expect(crowd.size).toBeLessThan(100);
    const isRefused = {
      status: 503,
      code: 'unavailable',
      message: 'Very many people are logging in at this moment. Please try again in a few seconds.',
      retryAfter: '5',
    };
    const body = { email, password };
    expect(await refusalOf(portal, portal.visitor, login, { body })).toMatchObject(isRefused);
    const newcomer = { name: 'Aya Khan', email: 'aya@university.test', password };
    expect(await refusalOf(portal, portal.visitor, register, { body: newcomer })).toMatchObject(
      isRefused,
    );
    await crowd.leave();
    await portal.visitor.logIn(email, password);
    expect(portal.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test('for one account take no more than their share of the queue', async ({ portal }) => {
    const [guessed, other] = [await somebody(portal), await somebody(portal)];
    const storm = Array.from({ length: 70 }, () =>
      portal.visitor.request(login, { body: { email: guessed.email, password: 'a wrong guess' } }),
    );
    await portal.visitor.logIn(other.email, password);
    const statuses = (await Promise.all(storm)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });
});
