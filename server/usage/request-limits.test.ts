import { describe, expect, onTestFinished } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { listRequestUsage, setRequestLimit, usageTotals } from '#contract/admin/request-usage.ts';
import { makeCalendar } from '#contract/messages/calendar.ts';
import { createTestUser, type TestUser } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { getSlot, shareUsage } from './share-usage.ts';

const hour = 3_600_000;
const evening = (portal: Portal) => new Date(portal.clock().getTime() + 6 * hour).toISOString();
const raise = (portal: Portal, userId: string, factor: number, endsAt: string | null = null) =>
  portal.admin.call(setRequestLimit, { params: { userId }, body: { factor, endsAt } });
const listEntries = async ({ admin }: Portal) => {
  const { entries } = await admin.call(listAudit, { query: { action: 'request-limit-changed' } });
  return entries.map(({ detail, subject }) => ({ detail, _id: subject._id }));
};
const countAccepted = async (caller: ApiCaller, times: number) => {
  let accepted = 0;
  for (let sent = 0; sent < times; sent += 1) {
    accepted += (await caller.request(makeCalendar)).status === 201 ? 1 : 0;
  }
  return accepted;
};

describe('a raised limit', () => {
  test('lets the account continue at once, until the chosen time', async () => {
    const { portal, close } = await openPortal({ RATE_LIMIT_FACTOR: '0.01' });
    onTestFinished(close);
    const { caller, userId } = await createTestUser(portal);
    const neighbour = await createTestUser(portal);
    expect(await countAccepted(caller, 3)).toBe(2);
    expect(await countAccepted(neighbour.caller, 3)).toBe(2);
    await raise(portal, userId, 3, evening(portal));
    await shareUsage(portal, portal.rateLimiter);
    expect(await countAccepted(caller, 8)).toBe(6);
    expect(await countAccepted(neighbour.caller, 1)).toBe(0);
    portal.wait(7 * hour);
    await shareUsage(portal, portal.rateLimiter);
    expect(await countAccepted(caller, 3)).toBe(2);
  });

  test('is listed and audited, and an unchanged one is not audited again', async ({ portal }) => {
    const { userId } = await createTestUser(portal);
    const endsAt = evening(portal);
    const { message } = await raise(portal, userId, 5, endsAt);
    expect(message).toContain('5 times the normal limits until 15 January 2027');
    await raise(portal, userId, 5, endsAt);
    const { raised } = await portal.admin.call(listRequestUsage);
    expect(raised).toMatchObject([{ _id: userId, raise: { factor: 5, endsAt } }]);
    await raise(portal, userId, 1);
    expect((await portal.admin.call(listRequestUsage)).raised).toEqual([]);
    expect(await listEntries(portal)).toMatchObject([
      { detail: 'normal limits', _id: userId },
      { detail: expect.stringContaining('5 times the normal limits until'), _id: userId },
    ]);
  });

  test('is one of two that admins set at the same moment', async ({ portal }) => {
    const { userId } = await createTestUser(portal);
    await Promise.all([2, 3, 4, 5].map((factor) => raise(portal, userId, factor)));
    const { raised } = await portal.admin.call(listRequestUsage);
    expect(raised).toHaveLength(1);
    const [newest] = await listEntries(portal);
    expect(newest?.detail).toBe(`${raised[0]?.raise.factor} times the normal limits`);
  });

  test('is refused for a time in the past, a factor below 1 or above 20, and an unknown account', async ({
    portal,
  }) => {
    const { userId } = await createTestUser(portal);
    const past = portal.clock().toISOString();
    for (const [body, field] of [
      [{ factor: 2, endsAt: past }, 'endsAt'],
      [{ factor: 2, endsAt: 'tonight' }, 'endsAt'],
      [{ factor: 0, endsAt: null }, 'factor'],
      [{ factor: 21, endsAt: null }, 'factor'],
      [{ factor: 1.5, endsAt: null }, 'factor'],
    ] as const) {
      const params = { userId };
      const refusal = await expectRefusal(portal, portal.admin, setRequestLimit, { params, body });
      expect(Object.keys(refusal.fields ?? {})).toEqual([field]);
    }
    const params = { userId: crypto.randomUUID() };
    const body = { factor: 2, endsAt: null };
    const refusal = await expectRefusal(portal, portal.admin, setRequestLimit, { params, body });
    expect(refusal.code).toBe('not-found');
  });
});

describe('the list of usage', () => {
  test.for(Object.keys(usageTotals) as (keyof typeof usageTotals)[])(
    'contains the ten accounts and networks with the largest total of %s in the last hour',
    async (sort, { portal }) => {
      const zero = { requests: 0, refused: 0, work: 0, rows: 0, megabytes: 0, emails: 0 };
      const insert = (
        kind: 'account' | 'network' | 'guests',
        payer: string,
        amount: number,
        hours = 0,
      ) => {
        const slot = getSlot(portal.clock().getTime() - hours * hour);
        const row = { slot, kind, payer, ...zero, [sort]: amount };
        return portal.db.insertInto('request_usage').values(row).execute();
      };
      const users: TestUser[] = [];
      for (let index = 0; index < 12; index += 1) users.push(await createTestUser(portal));
      for (const [index, { userId }] of users.entries()) await insert('account', userId, index);
      const [most] = users;
      await insert('account', most?.userId ?? '', 50, 0.5);
      // Usage of more than an hour ago does not count.
      await insert('account', users[1]?.userId ?? '', 90, 1.5);
      await insert('network', '203.0.113.7', 3);
      await insert('guests', '203.0.113.7', 4);
      await insert('guests', '203.0.113.8', 5);
      const { accounts, networks } = await portal.admin.call(listRequestUsage, { query: { sort } });
      expect(accounts).toHaveLength(10);
      expect(accounts[0]).toMatchObject({ _id: most?.userId, [sort]: 50 });
      expect(accounts[1]).toMatchObject({ _id: users[11]?.userId, [sort]: 11 });
      expect(networks.map(({ network, [sort]: total }) => [network, total])).toEqual([
        ['203.0.113.7', 7],
        ['203.0.113.8', 5],
      ]);
    },
  );

  test('is empty on a portal without requests', async ({ portal }) => {
    expect(await portal.admin.call(listRequestUsage)).toEqual({
      accounts: [],
      networks: [],
      raised: [],
    });
  });
});
