import { describe, expect } from 'vitest';
import { findGroup } from '#contract/groups.ts';
import { login, logout } from '#contract/session.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { createOneUseLink } from '#server/session/one-use-links.ts';
import { deleteExpiredSessionData } from '#server/session/sessions.ts';
import { failWritesTo } from '#server/test/faults/break-writes.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { testUserPassword } from '#tools/test/people.ts';

const minute = 60_000;
const hour = 60 * minute;

const statusOf = async (caller: ApiCaller) => (await caller.request(listUsers)).status;

async function logInWithCookie(portal: Portal, email: string) {
  const response = await portal.visitor.request(login, {
    body: { email, password: testUserPassword },
  });
  const { token } = login.reply.parse(await response.json());
  const cookie = response.headers.getSetCookie();
  return {
    caller: new ApiCaller(portal.url, token),
    token,
    cookie: getItemAt(cookie, 0),
    cookies: cookie,
  };
}

/** Sends the cookie but no bearer token, like a link opened in a new tab. */
const withCookie = (portal: Portal, path: string, cookie: string, method = 'GET') =>
  portal.visitor.fetch(path, { method, headers: { cookie: getItemAt(cookie.split(';'), 0) } });

describe('a session', () => {
  test('ends after 12 hours without a request', async ({ portal }) => {
    for (let time = 0; time < 3; time += 1) {
      portal.wait(11 * hour + 50 * minute);
      expect(await statusOf(portal.admin)).toBe(200);
    }
    portal.wait(12 * hour + minute);
    expect(await expectRefusal(portal, portal.admin, listUsers)).toMatchObject({
      status: 401,
      code: 'signed-out',
      message: 'Please log in to continue.',
    });
  });

  test('ends after 7 days even if it is in constant use', async ({ portal }) => {
    for (let time = 0; time < 14; time += 1) {
      expect(await statusOf(portal.admin)).toBe(200);
      portal.wait(12 * hour - minute);
    }
    expect(await statusOf(portal.admin)).toBe(200);
    portal.wait(15 * minute);
    expect(await statusOf(portal.admin)).toBe(401);
  });

  test('is deleted once it has expired, while active sessions remain', async ({ portal }) => {
    portal.wait(13 * hour);
    const { caller } = await logInWithCookie(portal, 'admin@university.test');
    await deleteExpiredSessionData(portal);
    expect(await portal.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
    expect(await statusOf(caller)).toBe(200);
  });

  test('is deleted after 7 days even if it is still in use, together with expired links and limits', async ({
    portal,
  }) => {
    const { db, clock } = portal;
    const { userId, email } = await createTestUser(portal);
    const [old] = await db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    await createOneUseLink(db, userId, 'reset-password', hour, clock());
    await portal.visitor.request(login, { body: { email, password: 'wrong' } });
    portal.wait(7 * 24 * hour + minute);
    await db.updateTable('sessions').set({ last_seen_at: clock().toISOString() }).execute();
    await createOneUseLink(db, userId, 'confirm-email', hour, clock());
    const other = 'admin@university.test';
    await portal.visitor.request(login, { body: { email: other, password: 'wrong' } });
    await deleteExpiredSessionData(portal);
    const sessions = await db.selectFrom('sessions').select('id').execute();
    expect(sessions).not.toContainEqual({ id: old?.id });
    expect(await db.selectFrom('one_use_links').select('purpose').execute()).toEqual([
      { purpose: 'confirm-email' },
    ]);
    const waits = db
      .selectFrom('rate_limits')
      .select('email')
      .where('name', 'like', 'login account:%');
    expect(await waits.execute()).toEqual([{ email: other }]);
  });

  test('is stored with the hashes of its tokens instead of the tokens themselves', async ({
    portal,
  }) => {
    const { token, cookie } = await logInWithCookie(portal, 'admin@university.test');
    const fileToken = getItemAt(/=([^;]+)/.exec(cookie) ?? [], 1);
    const stored = JSON.stringify(await portal.db.selectFrom('sessions').selectAll().execute());
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(fileToken);
    expect(fileToken).not.toBe(token);
  });

  test('ends at logout, which also invalidates its token and cookie; the user’s other sessions remain active', async ({
    portal,
  }) => {
    const { student, group } = await createTestGroup(portal);
    const path = group.proposalUrl ?? '';
    const here = await logInWithCookie(portal, student.email);
    const there = await logInWithCookie(portal, student.email);
    expect((await withCookie(portal, path, here.cookie)).status).toBe(200);
    const response = await here.caller.request(logout);
    expect(await response.json()).toEqual({ message: 'You are logged out.' });
    expect(getItemAt(response.headers.getSetCookie(), 0)).toMatch(
      /^file_access=;.*Path=\/api\/auth\/file;.*(Expires=Thu, 01 Jan 1970|Max-Age=0)/,
    );
    const mine = { params: { email: student.email } };
    expect((await here.caller.request(findGroup, mine)).status).toBe(401);
    expect((await withCookie(portal, path, here.cookie)).status).toBe(401);
    expect((await there.caller.request(findGroup, mine)).status).toBe(200);
    expect((await withCookie(portal, path, there.cookie)).status).toBe(200);
  });

  test('remains valid when the user’s name changes or their role is set to the same value', async ({
    portal,
  }) => {
    const { userId, caller } = await createTestUser(portal, 'admin');
    const body = { name: 'Another Name', role: 'admin', password: '', blocked: false } as const;
    await portal.admin.call(updateUser, { params: { userId }, body });
    expect(await statusOf(caller)).toBe(200);
  });

  // A wrong clock or a restored backup may leave either timestamp in the future.
  test.for(['created_at', 'last_seen_at'] as const)(
    'is invalid while its %s is further in the future than the maximum session lifetime',
    async (column, { portal }) => {
      const { userId, caller } = await createTestUser(portal, 'admin');
      const setAhead = (ms: number) =>
        portal.db
          .updateTable('sessions')
          .set({ [column]: new Date(portal.clock().getTime() + ms).toISOString() })
          .where('user_id', '=', userId)
          .execute();
      await setAhead(7 * 24 * hour + minute);
      expect(await statusOf(caller)).toBe(401);
      await setAhead(7 * 24 * hour - minute);
      expect(await statusOf(caller)).toBe(200);
    },
  );

  test('causes a server error if an unexpected database error prevents the update of the last-seen time', async ({
    portal,
  }) => {
    portal.wait(6 * minute);
    const mend = await failWritesTo(portal, 'update', 'sessions');
    expect(await statusOf(portal.admin)).toBe(500);
    await mend();
    expect(portal.logged.join()).toContain('broken');
  });

  test.for([
    'Bearer ',
    `Basic ${btoa('admin:admin')}`,
    `Bearer ${'a'.repeat(43)}`,
    `Bearer ${'%'.repeat(43)}`,
  ])(
    'cannot be authenticated with the Authorization header “%s”',
    async (authorization, { portal }) => {
      const response = await portal.visitor.fetch(listUsers.path, { headers: { authorization } });
      expect(response.status).toBe(401);
    },
  );

  test('cannot be used by sending its stored token hash as the token', async ({ portal }) => {
    const { token_hash } = await portal.db
      .selectFrom('sessions')
      .select('token_hash')
      .executeTakeFirstOrThrow();
    expect(await statusOf(new ApiCaller(portal.url, token_hash))).toBe(401);
  });
});

describe('the file cookie', () => {
  test('is HttpOnly, SameSite=Lax, restricted to file URLs and valid for 7 days', async ({
    portal,
  }) => {
    const { cookies, cookie } = await logInWithCookie(portal, 'admin@university.test');
    // The second cookie identifies the device.
    expect(cookies).toHaveLength(2);
    const [pair, ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^file_access=[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=604800',
      'Path=/api/auth/file',
      'SameSite=Lax',
    ]);
  });

  test('is Secure and has the prefix __Secure- if PUBLIC_URL is https', async () => {
    const { portal, close } = await openPortal({ PUBLIC_URL: 'https://fyp.university.test' });
    const { group } = await createTestGroup(portal);
    const { cookie } = await logInWithCookie(portal, 'admin@university.test');
    const [pair = '', ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^__Secure-file_access=[\w-]{43}$/);
    expect(attributes).toContain('Secure');
    const path = group.proposalUrl ?? '';
    expect((await withCookie(portal, path, cookie)).status).toBe(200);
    expect((await withCookie(portal, path, pair.replace('__Secure-', ''))).status).toBe(401);
    await close();
  });

  test('grants access to files only', async ({ portal }) => {
    const { group } = await createTestGroup(portal);
    const { cookie, token } = await logInWithCookie(portal, 'admin@university.test');
    const path = group.proposalUrl ?? '';
    expect((await withCookie(portal, path, cookie)).status).toBe(200);
    // The encoded path matches the same route.
    const written = path.replace('/file/', '/f%69le/');
    expect((await withCookie(portal, written, cookie)).status).toBe(200);
    for (const other of ['/api/auth/getusers', '/api/auth/getgroups', '/api/auth/choices']) {
      expect((await withCookie(portal, other, cookie)).status, other).toBe(401);
    }
    expect((await withCookie(portal, logout.path, cookie, 'POST')).status).toBe(401);
    const fileToken = getItemAt(/=([^;]+)/.exec(cookie) ?? [], 1);
    expect(await statusOf(new ApiCaller(portal.url, fileToken))).toBe(401);
    expect((await withCookie(portal, path, `file_access=${token}`)).status).toBe(401);
  });
});
