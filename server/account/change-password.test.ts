import { describe, expect } from 'vitest';
import { changePassword, forgotPassword, resetPassword } from '#contract/account.ts';
import { listSessions, login } from '#contract/session.ts';
import { hashingQueue, maxConcurrentHashes } from '#server/session/password/password.ts';
import { listEmailLinks } from '#server/test/emails.ts';
import { occupyHashingQueue } from '#server/test/faults/occupy-hashing-queue.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal, readRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { testUserPassword } from '#tools/test/people.ts';

const other = 'another long passphrase';
const third = 'a third long passphrase';

const change = (caller: ApiCaller, current: string, next = other) =>
  caller.request(changePassword, { body: { current, password: next } });

const readEntries = async ({ db }: Portal, userId: string) =>
  db
    .selectFrom('audit_entries')
    .select(['action', 'detail'])
    .where('actor_id', '=', userId)
    .orderBy('sequence')
    .execute();

describe('a password change', () => {
  test('fails with 401 and does not overwrite the new password if a concurrent password reset completes first', async ({
    portal,
  }) => {
    const { email, caller } = await createTestUser(portal);
    await portal.visitor.call(forgotPassword, { body: { email } });
    const [token = ''] = await listEmailLinks(portal, email);
    const first = occupyHashingQueue();
    const changing = change(caller, testUserPassword, third);
    await expect.poll(() => hashingQueue.waiting).toBe(1);
    // Occupy the hashing queue, so that the reset runs before the password change hashes the new password.
    const second = occupyHashingQueue({ purpose: 'own account', network: '127.0.0.1' });
    const reset = portal.visitor.call(resetPassword, { body: { token, password: other } });
    await expect.poll(() => hashingQueue.waiting).toBe(2 + maxConcurrentHashes);
    await first.release();
    await second.isHeld;
    await reset;
    await second.release();
    expect((await changing).status).toBe(401);
    await portal.visitor.logIn(email, other);
    await expect(portal.visitor.logIn(email, third)).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
  });

  test('succeeds only once if the same session sends two concurrent requests', async ({
    portal,
  }) => {
    const { email, caller } = await createTestUser(portal);
    const { release } = occupyHashingQueue();
    const changes = [other, third].map((next) => change(caller, testUserPassword, next));
    await expect.poll(() => hashingQueue.waiting).toBe(2);
    await release();
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401]);
    await portal.visitor.logIn(email, statuses[0] === 200 ? other : third);
  });
});

describe('a wrong current password', () => {
  test('ends the session after five attempts and adds an audit entry for each attempt', async ({
    portal,
  }) => {
    const { userId, caller } = await createTestUser(portal);
    const message = 'The current password is wrong.';
    const body = { current: 'a wrong guess', password: other };
    for (let time = 1; time < 5; time += 1) {
      expect(await expectRefusal(portal, caller, changePassword, { body })).toMatchObject({
        status: 401,
        code: 'wrong-credentials',
        fields: { current: message },
      });
    }
    const last = await readRefusal(await change(caller, 'a wrong guess'));
    expect(last.message).toBe(`${message} After 5 wrong attempts, you’ve been logged out.`);
    const refusal = await expectRefusal(portal, caller, changePassword, {
      body: { current: testUserPassword, password: other },
    });
    expect(refusal.code).toBe('signed-out');
    const wrong = {
      action: 'password-change-refused',
      detail: 'wrong current password',
    };
    expect(await readEntries(portal, userId)).toEqual([
      ...Array(5).fill(wrong),
      { action: 'session-ended', detail: 'after 5 wrong current passwords' },
    ]);
  });

  test('is checked at most five times if many requests are sent concurrently', async ({
    portal,
  }) => {
    const { userId, caller } = await createTestUser(portal);
    const guesses = Array.from({ length: 40 }, (_, index) => change(caller, `guess ${index}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(5);
    expect(statuses).not.toContain(200);
    const actions = (await readEntries(portal, userId)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'password-change-refused')).toHaveLength(5);
    expect(actions.filter((action) => action === 'session-ended')).toHaveLength(1);
  });

  test('ends the session only after five failures in a row, and does not end the user’s other sessions', async ({
    portal,
  }) => {
    const { userId, caller } = await createTestUser(portal);
    const elsewhere = await portal.logInAs(userId);
    for (let time = 0; time < 4; time += 1) await change(caller, 'a wrong guess');
    expect((await change(caller, testUserPassword, other)).status).toBe(200);
    const here = await portal.logInAs(userId);
    for (let time = 0; time < 4; time += 1) await change(caller, 'a wrong guess');
    expect((await caller.request(listSessions)).status).toBe(200);
    await change(caller, 'a wrong guess');
    expect((await caller.request(listSessions)).status).toBe(401);
    expect((await here.request(listSessions)).status).toBe(200);
    expect((await elsewhere.request(listSessions)).status).toBe(401);
  });

  test('counts towards the login throttle', async ({ portal }) => {
    const { email, caller } = await createTestUser(portal);
    for (let time = 0; time < 5; time += 1) await change(caller, 'a wrong guess');
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      const body = { email, password: 'a wrong guess' };
      statuses.push((await portal.visitor.request(login, { body })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('has its own limit in addition to the login throttle, so that failed logins do not block a password change', async ({
    portal,
  }) => {
    const { email, caller } = await createTestUser(portal);
    for (let time = 0; time < 11; time += 1) {
      await portal.visitor.request(login, { body: { email, password: 'a wrong guess' } });
    }
    expect((await change(caller, testUserPassword)).status).toBe(200);
  });
});
