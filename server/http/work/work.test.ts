import type { FastifyInstance } from 'fastify';
import { describe, expect, vi } from 'vitest';
import { exportResultSheet } from '#contract/exports/results.ts';
import { findGroup } from '#contract/groups.ts';
import { buildApp } from '#server/app.ts';
import { PdfPage } from '#server/results/page.ts';
import type { Services } from '#server/services.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { listExportEntries } from '#server/test/records/exports.ts';
import { markTestGroup } from '#server/test/records/marking.ts';
import { expectRefusalWhenSending, readRefusal } from '#server/test/refusal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { defaultWorkLimits, type WorkLimits } from './limits.ts';

const { signal } = new AbortController();

/** Serves the portal's data with a queue that the test can read. */
async function startServer(services: Services, limits: Partial<WorkLimits> = {}) {
  const app = await buildApp(services, { workLimits: { ...defaultWorkLimits, ...limits } });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    app.server.closeAllConnections();
    await app.close();
  };
  return {
    app,
    as: ({ token }: ApiCaller) => new ApiCaller(url, token),
    [Symbol.asyncDispose]: close,
  };
}

const waitUntil = (assertion: () => void) =>
  vi.waitFor(assertion, { interval: 5, timeout: 20_000 });
const waitForQueue = ({ work }: FastifyInstance, waiting: number) =>
  waitUntil(() => expect(work.queue.waiting).toBe(waiting));

describe('expensive work', () => {
  test('of a second account is served while 100 requests of the first wait, and the 101st is refused', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const input = { params: { groupId: team.groupId } };
    await using server = await startServer(portal);
    const { queue } = server.app.work;
    const admin = server.as(portal.admin);
    await queue.start(`account ${portal.adminId}`, signal);
    const waiting = Array.from({ length: 100 }, () => admin.request(exportResultSheet, input));
    await waitForQueue(server.app, 100);

    const refusal = await expectRefusalWhenSending(portal, () =>
      admin.request(exportResultSheet, input),
    );
    expect(refusal).toMatchObject({ status: 429, code: 'too-often', retryAfter: '5' });
    const other = await server.as(team.supervisor.caller).request(exportResultSheet, input);
    expect(other.headers.get('content-type')).toBe('application/pdf');
    await other.arrayBuffer();
    const page = { params: { email: team.student.email } };
    expect((await server.as(team.student.caller).request(findGroup, page)).status).toBe(200);
    expect(queue.waiting).toBe(100);

    queue.pause(`account ${portal.adminId}`);
    queue.end(`account ${portal.adminId}`);
    for (const response of await Promise.all(waiting)) {
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    await waitUntil(() => expect(queue.started).toBe(0));
  });

  test('that waits too long is refused and leaves no audit entry', async ({ portal }) => {
    const { groupId } = await createTestGroup(portal);
    await using server = await startServer(portal, { running: 0, waitMs: 50 });
    const refusal = await expectRefusalWhenSending(portal, () =>
      server.as(portal.admin).request(exportResultSheet, { params: { groupId } }),
    );
    expect(refusal).toMatchObject({ status: 503, code: 'unavailable', retryAfter: '60' });
    expect(server.app.work.queue.waiting).toBe(0);
  });

  test.for([{ role: 'faculty' as const }, { email_confirmed_at: null }])(
    'is refused if %o is saved for the caller while it waits',
    async (change, { portal }) => {
      const { groupId } = await createTestGroup(portal);
      const admin = await createTestUser(portal, 'admin');
      await using server = await startServer(portal);
      const { queue } = server.app.work;
      await queue.start(`account ${admin.userId}`, signal);
      const sent = server.as(admin.caller).request(exportResultSheet, { params: { groupId } });
      await waitForQueue(server.app, 1);
      const users = portal.db.updateTable('users').set(change);
      await users.where('id', '=', admin.userId).execute();
      queue.pause(`account ${admin.userId}`);
      queue.end(`account ${admin.userId}`);
      expect(await readRefusal(await sent)).toMatchObject({ status: 401, code: 'signed-out' });
      expect(await listExportEntries(portal)).toEqual([]);
    },
  );
});

describe('a result sheet', () => {
  test('is drawn once for the same content, and again after a mark or the minute has changed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 8);
    const begin = vi.spyOn(PdfPage.prototype, 'begin');
    const read = async (caller: ApiCaller, member?: string) => {
      const params = { groupId: team.groupId };
      const response = await caller.request(exportResultSheet, { params, query: { member } });
      return Buffer.from(await response.arrayBuffer()).toString('latin1');
    };
    const first = await read(portal.admin);
    expect(await read(portal.admin)).toBe(first);
    expect(await read(team.supervisor.caller)).toBe(first);
    expect(begin).toHaveBeenCalledTimes(1);

    expect(await read(portal.admin, getItemAt(team.ids, 0))).not.toBe(first);
    expect(begin).toHaveBeenCalledTimes(2);
    await markTestGroup(team, 9);
    const changed = await read(portal.admin);
    expect(changed).not.toBe(first);
    portal.wait(60_000);
    expect(await read(portal.admin)).not.toBe(changed);
    expect(begin).toHaveBeenCalledTimes(4);
    begin.mockRestore();
  });
});
