import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, vi } from 'vitest';
import { exportAudit } from '#contract/admin/audit.ts';
import { uploadDocument } from '#contract/documents.ts';
import { exportUsers } from '#contract/users.ts';
import { buildApp } from '#server/app.ts';
import { defaultWorkLimits } from '#server/http/work/limits.ts';
import {
  buildUploadRequestHead,
  multipartFileHead,
  parseRawRefusal,
  sendRawRequest,
} from '#server/test/faults/raw-connection.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { readRefusal } from '#server/test/refusal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

const ask = 'GET /api/content/home HTTP/1.1\r\nHost: h\r\n\r\n';
const stopTimes = {
  serve: { turns: 10, turnMs: 50 },
  refuse: { minMs: 500, maxMs: 5000, newConnectionsMs: 500 },
  lastMs: 300,
};

/** Larger than the buffers of a connection, so that the portal cannot send it to a client that does not read. */
const largeFileBytes = 18 * 1024 * 1024;

async function openStoppableApp(portal: Portal, times = stopTimes) {
  const app = await buildApp(portal, { stopTimes: times });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  return {
    app,
    port: Number(port),
    ask: (text = ask) => sendRawRequest(Number(port), async (w) => w(text)),
  };
}

describe('a portal that is shutting down', () => {
  test('first fails /readyz, then rejects requests with 503, and finally refuses connections', async ({
    portal,
  }) => {
    const { app, port, ask } = await openStoppableApp(portal);
    const stopped = app.stopServing();
    const ready = await ask('GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n');
    expect(parseRawRefusal(ready)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(ready.reply).toMatch(/\r\nretry-after: 5\r\n/i);
    const served = await ask();
    expect(served.reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(served.reply).toMatch(/\r\nconnection: close\r\n/i);
    expect((await ask('GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n')).reply).toMatch(
      /^HTTP\/1\.1 200 /,
    );

    const refused = await vi.waitUntil(
      async () => {
        const reply = await ask();
        return parseRawRefusal(reply).status === 503 && reply;
      },
      { timeout: 20_000 },
    );
    expect(parseRawRefusal(refused)).toMatchObject({
      status: 503,
      code: 'unavailable',
      message: 'The portal is being restarted. Please try again shortly.',
    });
    expect(refused.reply).toMatch(/\r\nretry-after: 5\r\n/i);
    expect(refused.reply).toMatch(/\r\nconnection: close\r\n/i);

    await stopped;
    const [error] = await once(connect(port, '127.0.0.1'), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('rejects requests that wait for their turn with 503 before the server closes', async ({
    portal,
  }) => {
    const workLimits = { ...defaultWorkLimits, running: 0 };
    const app = await buildApp(portal, { stopTimes, workLimits });
    const admin = new ApiCaller(
      await app.listen({ host: '127.0.0.1', port: 0 }),
      portal.admin.token,
    );
    const before = await portal.snapshot();
    const waiting = [exportUsers, exportAudit].map((endpoint) =>
      admin.request(endpoint, { query: { format: 'csv' } }),
    );
    await vi.waitFor(() => expect(app.work.queue.waiting).toBe(2), { timeout: 20_000 });
    const stopped = app.stopServing();
    for (const response of await Promise.all(waiting))
      expect(await readRefusal(response)).toMatchObject({
        status: 503,
        code: 'unavailable',
        message: 'The portal is being restarted. Please try again shortly.',
        retryAfter: '5',
      });
    await stopped;
    expect(await portal.snapshot()).toEqual(before);
  });

  test('completes active requests and closes connections that have no active request', async ({
    portal,
  }) => {
    const { app, port, ask } = await openStoppableApp(portal);
    const { check } = portal.files;
    const asked = Promise.withResolvers<void>();
    app.services.files.check = async () => {
      asked.resolve();
      await sleep(2000);
      await check();
    };
    const slow = ask('GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n');
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => {});
    await asked.promise;
    const began = performance.now();
    await app.stopServing();
    expect((await slow).reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(performance.now() - began).toBeLessThan(4500);
    app.services.files.check = check;
  });
});

describe('a portal that is shutting down after clients have disconnected', () => {
  const times = {
    ...stopTimes,
    serve: { turns: 1, turnMs: 10 },
    refuse: { minMs: 10, maxMs: 20_000, newConnectionsMs: 10 },
  };

  test('does not wait for requests that they sent before', async ({ portal }) => {
    const { app, port } = await openStoppableApp(portal, times);
    const { check } = portal.files;
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    app.services.files.check = async () => {
      asked.resolve();
      await released.promise;
    };
    const disconnected = vi.fn();
    app.server.once('request', (_request, response) => {
      response.once('close', disconnected);
    });
    const client = connect(port, '127.0.0.1');
    client.write('GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n');
    await asked.promise;
    client.destroy();
    await vi.waitFor(() => expect(disconnected).toHaveBeenCalled(), { timeout: 20_000 });
    released.resolve();
    const began = performance.now();
    await app.stopServing();
    expect(performance.now() - began).toBeLessThan(10_000);
    app.services.files.check = check;
  });
});

const fastStopTimes = {
  ...stopTimes,
  serve: { turns: 1, turnMs: 10 },
  refuse: { minMs: 10, maxMs: 300, newConnectionsMs: 10 },
};

/** Reads the body until the connection is closed. */
async function readUntilClosed({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body ?? []) chunks.push(chunk);
  } catch (error) {
    expect(error).toMatchObject({ name: 'TypeError' });
  }
  return Buffer.concat(chunks);
}

describe('a portal that is shutting down while clients are slow', () => {
  test('closes a download', async ({ portal }) => {
    const { app, port } = await openStoppableApp(portal, fastStopTimes);
    const team = await createTestGroup(portal);
    const content = buildPdf({ bytes: largeFileBytes });
    const { document } = await team.student.caller.call(uploadDocument, {
      params: { kind: 'thesis', email: team.student.email },
      body: { file: toFile(content, 'thesis.pdf') },
    });
    const { token } = team.student.caller;
    const client = new ApiCaller(`http://127.0.0.1:${port}`, token);
    const download = await client.fetch(document.url);
    await app.stopServing();
    const received = await readUntilClosed(download);
    expect(received.length).toBeLessThan(content.length);
  });

  test('closes an upload whose body has not arrived, and stores nothing', async ({ portal }) => {
    const { app, port } = await openStoppableApp(portal, fastStopTimes);
    const team = await createTestGroup(portal);
    const before = await portal.snapshot();
    const arrived = once(app.server, 'request');
    const upload = sendRawRequest(port, async (write) => {
      write(`${buildUploadRequestHead(team, 1000)}${multipartFileHead}%PDF-1.4\n`);
    });
    await arrived;
    await app.stopServing();
    expect((await upload).reply).not.toContain('HTTP/1.1 2');
    await expect.poll(portal.snapshot).toEqual(before);
  });
});
