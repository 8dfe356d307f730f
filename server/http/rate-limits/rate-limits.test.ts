import { describe, expect, onTestFinished } from 'vitest';
import { confirmEmail, forgotPassword, register, resetPassword } from '#contract/account.ts';
import { importUsers } from '#contract/admin/imports.ts';
import { findDesk } from '#contract/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { findGroup } from '#contract/groups.ts';
import { makeCalendar } from '#contract/messages/calendar.ts';
import { countNotices } from '#contract/messages/unread-notices.ts';
import { login, logout } from '#contract/session.ts';
import { findHome } from '#contract/settings/content.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { addCertificate } from '#contract/students/certificates.ts';
import { createTestUser, removeEmailConfirmation, type TestUser } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal, expectRefusalWhenSending, readRefusal } from '#server/test/refusal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildEmailAddress, createUniqueName, testUserPassword } from '#tools/test/people.ts';

/** Opens a portal with small limits: a student has 12 units of work and 4 rows, an unconfirmed student 0.6 rows. */
async function openLimitedPortal(env: Record<string, string> = {}): Promise<Portal> {
  const { portal, close } = await openPortal({ RATE_LIMIT_FACTOR: '0.01', ...env });
  onTestFinished(close);
  return portal;
}

const send = (caller: ApiCaller) => caller.request(makeCalendar);
const countAccepted = async (ask: () => Promise<Response>, times: number) => {
  let accepted = 0;
  for (let sent = 0; sent < times; sent += 1) accepted += (await ask()).status === 429 ? 0 : 1;
  return accepted;
};
/** Counts the recorded actions. Repeated actions share an entry. */
const countEntries = async ({ db }: Portal) => {
  const entries = await db
    .selectFrom('audit_entries')
    .leftJoin('audit_repetitions', 'audit_repetitions.entry_id', 'audit_entries.id')
    .select('repetitions')
    .where('action', '=', 'calendar-made')
    .execute();
  return entries.reduce((total, { repetitions }) => total + 1 + (repetitions ?? 0), 0);
};

describe('an account that has used up its limit', () => {
  test('is refused with status 429, the time to wait and the address of the office, and nothing is written', async () => {
    const portal = await openLimitedPortal();
    const { caller } = await createTestUser(portal);
    expect(await countAccepted(() => send(caller), 10)).toBe(2);
    const refusal = await expectRefusal(portal, caller, makeCalendar);
    expect(refusal).toMatchObject({ status: 429, code: 'too-often' });
    const { email } = portal.content.department.office;
    expect(refusal.message).toBe(
      `Your account has saved more changes than the portal accepts at once. Nothing was saved. Please try again in 100 minutes. If you need more, write to ${email}.`,
    );
    expect(refusal.retryAfter).toBe('6000');
    expect(await countEntries(portal)).toBe(2);
    portal.wait(Number(refusal.retryAfter) * 1000);
    expect(await countAccepted(() => send(caller), 3)).toBe(1);
  });

  test.for([
    { name: 'a write', ask: (caller: ApiCaller) => send(caller), accepted: 2 },
    {
      name: 'a write that is invalid or forbidden',
      ask: (caller: ApiCaller) =>
        caller.request(addCertificate, { params: { groupId: 'none' }, body: {} }),
      accepted: 2,
    },
    {
      name: 'a GET',
      ask: (caller: ApiCaller) =>
        caller.request(findGroup, { params: { email: 'nobody@university.test' } }),
      accepted: 12,
    },
    {
      name: 'a HEAD',
      ask: (caller: ApiCaller) => caller.fetch(countNotices.path, { method: 'HEAD' }),
      accepted: 12,
    },
    {
      name: 'a request that is reserved for other roles',
      ask: (caller: ApiCaller) => caller.request(importUsers, { body: {} }),
      accepted: 12,
    },
    {
      name: 'a body that is not JSON',
      ask: (caller: ApiCaller) =>
        caller.fetch('/api/board/views', {
          method: 'POST',
          body: '{ this is no JSON',
          headers: { 'content-type': 'application/json' },
        }),
      accepted: 12,
    },
  ])('is refused although the bucket was used up by $name', async ({ ask, accepted }) => {
    const portal = await openLimitedPortal();
    const { caller } = await createTestUser(portal);
    expect(await countAccepted(() => ask(caller), 20)).toBe(accepted);
    expect((await readRefusal(await send(caller))).code).toBe('too-often');
  });

  test('does not affect another account in the same network, nor visitors and logins', async () => {
    const portal = await openLimitedPortal();
    const [greedy, honest] = [await createTestUser(portal), await createTestUser(portal)];
    await countAccepted(() => greedy.caller.request(countNotices), 50);
    expect((await send(honest.caller)).status).toBe(201);
    expect((await portal.visitor.request(findHome)).status).toBe(200);
    await portal.visitor.logIn(greedy.email, testUserPassword);
  });

  test('can use several sessions, which share its limit', async () => {
    const portal = await openLimitedPortal();
    const { caller, userId } = await createTestUser(portal);
    const other = await portal.logInAs(userId);
    expect(await countAccepted(() => send(caller), 1)).toBe(1);
    expect(await countAccepted(() => send(other), 5)).toBe(1);
  });

  test('writes less if its email address is not confirmed', async () => {
    const portal = await openLimitedPortal({ RATE_LIMIT_FACTOR: '0.1' });
    const { caller, userId } = await createTestUser(portal);
    await removeEmailConfirmation(portal.db, userId);
    expect(await countAccepted(() => send(caller), 20)).toBe(3);
    await expectRefusalWhenSending(portal, () => send(caller));
  });
});

describe('an import that has too many rows for what is left of the limit', () => {
  test('is refused, and imports no row', async () => {
    const portal = await openLimitedPortal({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const buildRows = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        const name = createUniqueName('Imported');
        return { row: index + 2, name, email: buildEmailAddress(name), role: 'student' };
      });
    const ask = (count: number) => ({ body: { rows: buildRows(count), dryRun: false } });
    await portal.admin.call(importUsers, ask(100));
    await portal.admin.call(importUsers, ask(60));
    // Refills the bucket of work, but hardly that of rows.
    portal.wait(2 * 60_000);
    const refusal = await expectRefusal(portal, portal.admin, importUsers, ask(60));
    expect(refusal).toMatchObject({ status: 429, code: 'too-often' });
    expect((await portal.admin.call(importUsers, ask(10))).counts.new).toBe(10);
  });
});

describe('the limits of a network', () => {
  /** Sends requests of an account whose limits are raised, until a bucket of its network is empty. */
  async function emptyBucketOfNetwork(portal: Portal, { caller, userId }: TestUser) {
    portal.rateLimiter.setRaises(new Map([[userId, 1000]]));
    expect(await countAccepted(() => caller.request(findDesk), 200)).toBeLessThan(200);
    const refusal = await expectRefusal(portal, caller, makeCalendar);
    expect(refusal.message).toContain('too many requests from your network');
  }

  test.for([
    { greedy: 'unconfirmed', served: 'confirmed' },
    { greedy: 'confirmed', served: 'unconfirmed' },
  ])(
    'let $served accounts continue when $greedy accounts have used up theirs',
    async ({ greedy }) => {
      const portal = await openLimitedPortal();
      const [unconfirmed, confirmed] = [await createTestUser(portal), await createTestUser(portal)];
      await removeEmailConfirmation(portal.db, unconfirmed.userId);
      const isUnconfirmed = greedy === 'unconfirmed';
      await emptyBucketOfNetwork(portal, isUnconfirmed ? unconfirmed : confirmed);
      const { caller } = isUnconfirmed ? confirmed : unconfirmed;
      expect((await caller.request(countNotices)).status).toBe(200);
      expect((await portal.visitor.request(findHome)).status).toBe(200);
    },
  );

  test('are shared by all of its unconfirmed accounts', async () => {
    const portal = await openLimitedPortal();
    const [greedy, neighbour] = [await createTestUser(portal), await createTestUser(portal)];
    for (const { userId } of [greedy, neighbour]) await removeEmailConfirmation(portal.db, userId);
    await emptyBucketOfNetwork(portal, greedy);
    expect((await readRefusal(await neighbour.caller.request(countNotices))).status).toBe(429);
  });
});

describe('a network of visitors that has used up its limit', () => {
  test('is refused, but its accounts, its logins and other networks are not', async () => {
    const portal = await openLimitedPortal({ TRUST_PROXY: 'on' });
    const from = (network: string) => ({ headers: { 'x-forwarded-for': network } });
    const visit = (network: string) => portal.visitor.fetch(findHome.path, from(network));
    expect(await countAccepted(() => visit('203.0.113.7'), 130)).toBe(120);
    const refusal = await readRefusal(await visit('203.0.113.7'));
    expect(refusal.message).toContain('too many requests from your network');
    expect(refusal.message).not.toContain('saved');
    expect((await visit('203.0.113.8')).status).toBe(200);
    const { caller, email } = await createTestUser(portal);
    expect((await caller.fetch(countNotices.path, from('203.0.113.7'))).status).toBe(200);
    const { status } = await portal.visitor.fetch(login.path, {
      method: 'POST',
      body: JSON.stringify({ email, password: testUserPassword }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    });
    expect(status).toBe(200);
  });
});

describe('a signed-in user in a network whose visitors have used up its limit', () => {
  const emptyBucketOfVisitors = (portal: Portal, endpoint: Endpoint, input = {}) =>
    countAccepted(() => portal.visitor.request(endpoint, input), 700);

  test.for([
    { endpoint: findHome, accepted: 12 },
    { endpoint: findDevelopers, accepted: 12 },
    { endpoint: confirmEmail, input: { body: {} }, accepted: 60 },
  ])(
    'can use $endpoint.path within the limit of the account',
    async ({ endpoint, input, accepted }) => {
      const portal = await openLimitedPortal();
      const { caller } = await createTestUser(portal);
      await emptyBucketOfVisitors(portal, endpoint, input);
      const refusal = await expectRefusal(portal, portal.visitor, endpoint, input);
      expect(refusal).toMatchObject({ status: 429, code: 'too-often' });
      expect(await countAccepted(() => caller.request(endpoint, input), 70)).toBe(accepted);
      const ownRefusal = await expectRefusal(portal, caller, endpoint, input);
      expect(ownRefusal.message).toContain('Your account has sent more requests');
    },
  );

  test('is refused with a session that has ended', async () => {
    const portal = await openLimitedPortal();
    const { caller } = await createTestUser(portal);
    await caller.call(logout);
    await emptyBucketOfVisitors(portal, findHome);
    const refusal = await expectRefusal(portal, caller, findHome);
    expect(refusal.message).toContain('too many requests from your network');
  });
});

describe('a request without a valid session', () => {
  test.for([
    { name: 'without a token', token: '' },
    { name: 'with an unknown token', token: 'x'.repeat(43) },
    { name: 'with a malformed token', token: '?' },
  ])(
    'is refused as signed out and charged to the visitors of its network $name',
    async ({ token }) => {
      const portal = await openLimitedPortal();
      const stranger = new ApiCaller(portal.url, token);
      const ask = () => stranger.request(countNotices);
      expect((await readRefusal(await ask())).code).toBe('signed-out');
      expect(await countAccepted(ask, 130)).toBe(119);
      const refusal = await expectRefusal(portal, stranger, makeCalendar);
      expect(refusal).toMatchObject({ status: 429, code: 'too-often' });
      expect(refusal.message).toContain('too many requests from your network');
      const { caller } = await createTestUser(portal);
      expect((await caller.request(countNotices)).status).toBe(200);
      expect((await caller.request(findHome)).status).toBe(200);
    },
  );
});

describe('a client that sends invalid requests to the endpoints without a session', () => {
  test.for([login, register, forgotPassword, resetPassword, confirmEmail])(
    'does not lock out the logins of its network by 500 requests to $path',
    async (endpoint) => {
      const portal = await openLimitedPortal();
      const { email } = await createTestUser(portal);
      const ask = () => portal.visitor.request(endpoint, { body: {} });
      expect(await countAccepted(ask, 500)).toBe(500);
      await portal.visitor.logIn(email, testUserPassword);
    },
  );
});
