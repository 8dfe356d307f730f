import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { parseRawRefusal, sendRawRequest } from '#server/test/faults/raw-connection.ts';
import { type Portal, test } from '#server/test/portal.ts';

const ask = 'GET /api/content/home HTTP/1.1\r\nHost: h\r\n\r\n';
const stopTimes = {
  serve: { turns: 10, turnMs: 50 },
  refuse: { minMs: 500, maxMs: 5000, newConnectionsMs: 500 },
  lastMs: 300,
  handOverMs: 1500,
};

async function openStoppableApp(portal: Portal) {
  const app = await buildApp(portal, { stopTimes });
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

describe('a portal process that hands over to another process', () => {
  test('serves requests on open connections, and closes each connection after the reply', async ({
    portal,
  }) => {
    const { app, port } = await openStoppableApp(portal);
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    idle.write(ask);
    await once(idle, 'data');
    const ended = app.handOver();
    const [error] = await once(connect(port, '127.0.0.1'), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    let reply = '';
    idle.on('data', (chunk: Buffer) => {
      reply += chunk;
    });
    // `/readyz` must still succeed, because the portal is not down: another process already accepts connections.
    idle.write('GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n');
    await once(idle, 'close');
    expect(reply).toMatch(/^HTTP\/1\.1 200 (.|\r\n)*\r\nconnection: close\r\n/i);
    await ended;
  });

  test('closes connections on which no request arrives within a time limit', async ({ portal }) => {
    const { app, port } = await openStoppableApp(portal);
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    const closed = once(silent, 'close');
    await app.handOver();
    await closed;
    expect(app.server.listening).toBe(false);
  });
});
