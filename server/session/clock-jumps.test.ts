import { describe, expect } from 'vitest';
import { forgotPassword, resetPassword } from '#contract/account.ts';
import { listSessions } from '#contract/session.ts';
import { listEmailLinks } from '#server/test/emails.ts';
import { createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { deleteExpiredSessionData } from './sessions.ts';
import { createSteadyClockCheck } from './throttle/steady-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;
const jumps = { '10 minutes': 10 * minute, '6 hours': 6 * hour, '3 days': 3 * day, 'a year': year };

describe.each(Object.entries(jumps))('a clock that jumps by %s', (_, ms) => {
  test('leaves existing sessions valid once it is set back', async ({ portal }) => {
    const { caller } = await createTestUser(portal);
    for (const direction of [1, -1]) {
      portal.wait(direction * ms);
      // A request that is sent while the clock is wrong may fail but must not end the session.
      await caller.request(listSessions);
      portal.wait(-direction * ms);
      expect((await caller.request(listSessions)).status).toBe(200);
    }
  });

  test('causes at most one extra password-reset email and prevents none', async ({ portal }) => {
    const { email } = await createTestUser(portal);
    const ask = () => portal.visitor.call(forgotPassword, { body: { email } });
    portal.wait(ms);
    for (let time = 0; time < 3; time += 1) await ask();
    expect(await listEmailLinks(portal, email)).toHaveLength(1);
    portal.wait(-ms);
    for (let time = 0; time < 3; time += 1) await ask();
    expect(await listEmailLinks(portal, email)).toHaveLength(2);
  });

  test('adds at most a day to the lifetime of a password-reset link that is created while the clock is wrong', async ({
    portal,
  }) => {
    const { email } = await createTestUser(portal);
    portal.wait(ms);
    await portal.visitor.call(forgotPassword, { body: { email } });
    const [token = ''] = await listEmailLinks(portal, email);
    portal.wait(-ms);
    portal.wait(day + 31 * minute);
    const body = { token, password: 'another long passphrase' };
    const refusal = await expectRefusal(portal, portal.visitor, resetPassword, { body });
    expect(refusal.code).toBe('link-over');
  });
});

test('the cleanup job deletes sessions and links whose timestamps are far in the future because the clock was wrong', async ({
  portal,
}) => {
  portal.wait(year);
  const { email } = await createTestUser(portal);
  await portal.visitor.call(forgotPassword, { body: { email } });
  portal.wait(-year);
  await deleteExpiredSessionData(portal);
  const count = (table: 'sessions' | 'one_use_links') =>
    portal.db.selectFrom(table).select('user_id').execute();
  expect(await count('sessions')).toHaveLength(1);
  expect(await count('one_use_links')).toHaveLength(0);
});

test('createSteadyClockCheck reports a steady clock only after an hour without jumps', () => {
  let [wall, steady] = [Date.parse('2027-01-15T10:00:00.000Z'), 500];
  const pass = (ms: number, jump = 0) => {
    steady += ms;
    wall += ms + jump;
  };
  const isSteady = createSteadyClockCheck(
    () => new Date(wall),
    () => steady,
  );
  const everyMinute = (minutes: number) =>
    Array.from({ length: minutes }, () => {
      pass(minute, 20);
      return isSteady();
    });
  expect(everyMinute(59)).not.toContain(true);
  expect(everyMinute(5)).toContain(true);
  for (const jump of [year, -year, 10 * minute]) {
    pass(minute, jump);
    expect(isSteady()).toBe(false);
    expect(everyMinute(59)).not.toContain(true);
    expect(everyMinute(2).at(-1)).toBe(true);
  }
});
