import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { exportAudit } from '#contract/admin/audit.ts';
import { buildEndpointUrl, type Endpoint } from '#contract/endpoint.ts';
import { exportResultSheet } from '#contract/exports/results.ts';
import { findGroup } from '#contract/groups.ts';
import { buildApp } from '#server/app.ts';
import { PdfPage } from '#server/results/page.ts';
import type { Services } from '#server/services.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
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

/** Sends a GET request whose connection the test can close. */
function open({ url, token }: ApiCaller, endpoint: Endpoint, input: object) {
  const headers = { authorization: `Bearer ${token}` };
  const request = get(url + buildEndpointUrl(endpoint, input), { headers, agent: false });
  request.on('error', () => {});
  return request;
}

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

  test('that waits is removed when its client disconnects, and leaves no audit entry', async ({
    portal,
  }) => {
    const { groupId } = await createTestGroup(portal);
    await using server = await startServer(portal, { running: 0 });
    const request = open(server.as(portal.admin), exportResultSheet, { params: { groupId } });
    await waitForQueue(server.app, 1);
    request.destroy();
    await waitForQueue(server.app, 0);
    expect(await listExportEntries(portal)).toEqual([]);
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

  test('stops reading rows when its client disconnects, and lets the next job start', async ({
    portal,
  }) => {
    await addAuditEntries(portal, 10_000);
    const count = { statements: 0 };
    await using server = await startServer({ ...portal, db: countAuditReads(portal, count) });
    const caller = server.as(portal.admin);
    const request = open(caller, exportAudit, { query: { format: 'csv' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response, 'data');
    response.destroy();
    await waitUntil(() => expect(server.app.work.queue.started).toBe(0));
    expect(count.statements).toBeLessThan(15);

    count.statements = 0;
    const whole = await caller.request(exportAudit, { query: { format: 'csv' } });
    expect(whole.status).toBe(200);
    expect((await whole.text()).split('\r\n').length).toBeGreaterThan(10_000);
    expect(count.statements).toBeGreaterThan(20);
  });

  test('ends at its time limit although its client does not read', async ({ portal }) => {
    await addAuditEntries(portal, 30_000);
    await using server = await startServer(portal, { jobMs: 300 });
    const request = open(server.as(portal.admin), exportAudit, { query: { format: 'csv' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => {}).pause();
    await waitUntil(() => expect(server.app.work.queue.started).toBe(0));
    expect(server.app.work.queue.running).toBe(0);
  });
});

async function addAuditEntries({ db, clock }: Portal, rows: number): Promise<void> {
  const detail = 'A long detail of an entry. '.repeat(20);
  const entry = () => ({
    id: crypto.randomUUID(),
    at: clock().toISOString(),
    action: 'marks-saved' as const,
    actor_id: null,
    actor_name: null,
    actor_email: null,
    subject_kind: 'portal' as const,
    subject_id: null,
    subject_name: 'Filler',
    detail,
    request_id: null,
    address: null,
    search_key: 'filler',
  });
  for (let at = 0; at < rows; at += 1000)
    await db
      .insertInto('audit_entries')
      .values(Array.from({ length: 1000 }, entry))
      .execute();
}

function countAuditReads({ db }: Portal, count: { statements: number }) {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      // The statement that takes a lock reads from no table.
      if (
        node.kind === 'SelectQueryNode' &&
        JSON.stringify(node.from ?? '').includes('audit_entries')
      )
        count.statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}

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
