import type { FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { uploadDocument } from '#contract/documents.ts';
import { buildEndpointUrl, endpoint } from '#contract/endpoint.ts';
import { countNotices } from '#contract/messages/unread-notices.ts';
import { exportUsers } from '#contract/users.ts';
import { buildApp } from '#server/app.ts';
import { serve } from '#server/http/serve.ts';
import { defaultWorkLimits } from '#server/http/work/limits.ts';
import {
  buildUploadRequestHead,
  multipartFileHead,
  sendRawRequest,
} from '#server/test/faults/raw-connection.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { readRefusal } from '#server/test/refusal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { maxRequestsAtOnce } from './request-turns.ts';

const floodSize = 100;
const details = { summary: 'A request of the test', cost: 'read', problems: [] } as const;
const reply = z.object({ isDone: z.boolean() });
const held = endpoint({
  ...details,
  method: 'GET',
  path: '/api/held',
  access: ['student'],
  reply,
});
const immediate = endpoint({ ...held, path: '/api/immediate' });
const heldList = endpoint({ ...held, path: '/api/held-list', cost: 'list' });
const forAdmins = endpoint({ ...held, path: '/api/for-admins', access: ['admin'] });

/** Serves endpoints of which one does not reply until the test calls `release`. */
async function startServer(portal: Portal) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const begin = vi.fn(() => promise);
  const features = [
    (app: FastifyInstance) => {
      serve(app, held, async () => {
        await begin();
        return { isDone: true };
      });
      serve(app, heldList, async () => {
        await begin();
        return { isDone: true };
      });
      serve(app, immediate, async () => ({ isDone: true }));
      serve(app, forAdmins, async () => ({ isDone: true }));
    },
  ];
  const app = await buildApp(portal, { features });
  const url = await listen(app);
  const greedy = new ApiCaller(url, (await createTestUser(portal)).caller.token);
  const honest = new ApiCaller(url, (await createTestUser(portal)).caller.token);
  return { app, greedy, honest, begin, release };
}

async function listen(app: FastifyInstance): Promise<string> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
  });
  return url;
}

const waitFor = (assertion: () => void) => vi.waitFor(assertion, { interval: 5, timeout: 20_000 });
const waitForLine = ({ requestTurns }: FastifyInstance, waiting: number) =>
  waitFor(() => expect(requestTurns.waiting).toBe(waiting));

describe('a flood of requests from one account', () => {
  test('is handled a few requests at a time, while another account is served', async ({
    portal,
  }) => {
    const { app, greedy, honest, begin, release } = await startServer(portal);
    const flood = Array.from({ length: floodSize }, () => greedy.request(held));
    await waitForLine(app, floodSize - maxRequestsAtOnce);
    expect(begin).toHaveBeenCalledTimes(maxRequestsAtOnce);
    expect((await honest.request(immediate)).status).toBe(200);
    const last = greedy.request(immediate);
    await waitForLine(app, floodSize - maxRequestsAtOnce + 1);
    expect(begin).toHaveBeenCalledTimes(maxRequestsAtOnce);
    release();
    const statuses = (await Promise.all([...flood, last])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(app.requestTurns.waiting).toBe(0);
  });

  test('of long lists is handled two requests at a time', async ({ portal }) => {
    const { app, greedy, honest, begin, release } = await startServer(portal);
    const flood = Array.from({ length: floodSize }, () => greedy.request(heldList));
    await waitForLine(app, floodSize - 2);
    expect(begin).toHaveBeenCalledTimes(2);
    const short = greedy.request(immediate);
    await waitForLine(app, floodSize - 1);
    expect((await honest.request(immediate)).status).toBe(200);
    release();
    const statuses = (await Promise.all([...flood, short])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(app.requestTurns.waiting).toBe(0);
  });

  test('of short requests continues when a long one in front of them is cancelled', async ({
    portal,
  }) => {
    const { app, greedy, begin, release } = await startServer(portal);
    const first = Array.from({ length: maxRequestsAtOnce - 1 }, () => greedy.request(held));
    await waitFor(() => expect(begin).toHaveBeenCalledTimes(first.length));
    const client = new AbortController();
    const { signal } = client;
    const long = greedy.fetch(heldList.path, { signal });
    await waitForLine(app, 1);
    const short = greedy.request(immediate);
    await waitForLine(app, 2);
    client.abort();
    await Promise.allSettled([long]);
    expect((await short).status).toBe(200);
    release();
    await Promise.all(first);
  });

  test('is not handled after its clients have disconnected', async ({ portal }) => {
    const { app, greedy, begin, release } = await startServer(portal);
    const first = Array.from({ length: maxRequestsAtOnce }, () => greedy.request(held));
    await waitFor(() => expect(begin).toHaveBeenCalledTimes(maxRequestsAtOnce));
    const client = new AbortController();
    const { signal } = client;
    const flood = Array.from({ length: floodSize }, () => greedy.fetch(held.path, { signal }));
    await waitForLine(app, floodSize);
    client.abort();
    await Promise.allSettled(flood);
    await waitForLine(app, 0);
    release();
    await Promise.all(first);
    expect(begin).toHaveBeenCalledTimes(maxRequestsAtOnce);
    expect((await greedy.request(immediate)).status).toBe(200);
  });

  test('waits for its turn even if its requests are forbidden', async ({ portal }) => {
    const { app, greedy, begin, release } = await startServer(portal);
    const flood = Array.from({ length: maxRequestsAtOnce }, () => greedy.request(held));
    await waitFor(() => expect(begin).toHaveBeenCalledTimes(maxRequestsAtOnce));
    const forbidden = greedy.request(forAdmins);
    await waitForLine(app, 1);
    release();
    expect((await readRefusal(await forbidden)).code).toBe('forbidden');
    await Promise.all(flood);
  });
});

describe('other requests of an account', () => {
  test('are served while its jobs wait for their turns', async ({ portal }) => {
    const app = await buildApp(portal, { workLimits: { ...defaultWorkLimits, running: 0 } });
    const admin = new ApiCaller(await listen(app), portal.admin.token);
    const jobs = Array.from({ length: maxRequestsAtOnce + 1 }, () =>
      admin.request(exportUsers, { query: { format: 'csv' } }),
    );
    await waitFor(() => expect(app.work.queue.waiting).toBe(jobs.length));
    expect((await admin.request(countNotices)).status).toBe(200);
    app.server.closeAllConnections();
    await Promise.allSettled(jobs);
  });

  test('are served while its uploads arrive slowly', async ({ portal }) => {
    const app = await buildApp(portal);
    const url = await listen(app);
    const team = await createTestGroup(portal);
    const path = buildEndpointUrl(uploadDocument, {
      params: { kind: 'thesis', email: team.student.email },
    });
    let arrived = 0;
    app.server.on('request', ({ url: requested }) => {
      if (requested === path) arrived += 1;
    });
    const uploads = Array.from({ length: maxRequestsAtOnce + 1 }, () =>
      sendRawRequest(Number(new URL(url).port), async (write) =>
        write(`${buildUploadRequestHead(team, 1000)}${multipartFileHead}%PDF-1.4\n`),
      ),
    );
    await waitFor(() => expect(arrived).toBe(uploads.length));
    const student = new ApiCaller(url, team.student.caller.token);
    expect((await student.request(countNotices)).status).toBe(200);
    app.server.closeAllConnections();
    await Promise.all(uploads);
  });
});

describe('a request over a rate limit', () => {
  test('is refused after a delay, so that a client cannot repeat it at full speed', async ({
    portal,
  }) => {
    const config = { ...portal.config, rateLimitFactor: 0.001 };
    const refusalDelayMs = 300;
    const limits = { monotonicMs: () => 0, refusalDelayMs };
    const app = await buildApp({ ...portal, config }, limits);
    const { caller } = await createTestUser(portal);
    const student = new ApiCaller(await listen(app), caller.token);
    let response: Response;
    let began: number;
    do {
      began = performance.now();
      response = await student.request(countNotices);
    } while (response.ok);
    expect((await readRefusal(response)).status).toBe(429);
    // A timer may fire a millisecond early.
    expect(performance.now() - began).toBeGreaterThan(refusalDelayMs - 2);
  });

  test('does not slow down jobs during the delay', async ({ portal }) => {
    const config = { ...portal.config, rateLimitFactor: 0.001 };
    const refusalDelayMs = 2000;
    const limits = { monotonicMs: () => 0, refusalDelayMs };
    const app = await buildApp({ ...portal, config }, limits);
    const { caller } = await createTestUser(portal);
    const student = new ApiCaller(await listen(app), caller.token);
    // A charge takes at most half a bucket, so that a full one pays for two requests.
    for (let paid = 0; paid < 2; paid += 1) {
      expect((await student.request(countNotices)).status).toBe(200);
    }
    let hasArrived = false;
    app.server.on('request', () => {
      hasArrived = true;
    });
    const began = performance.now();
    const refused = student.request(countNotices);
    await waitFor(() => expect([hasArrived, app.work.otherRequests.size]).toEqual([true, 0]));
    expect(performance.now() - began).toBeLessThan(refusalDelayMs);
    expect((await refused).status).toBe(429);
  });
});
