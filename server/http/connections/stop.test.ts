import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { refusalIn, speak } from '#server/test/raw-connection.ts';

const ask = 'GET /api/content/home HTTP/1.1\r\nHost: h\r\n\r\n';
const stopTimes = {
  serve: { turns: 10, turnMs: 50 },
  refuse: { leastMs: 500, mostMs: 5000, comingMs: 500 },
  lastMs: 300,
  handOverMs: 1500,
};

/** The same portal once more, with a stop that a test can wait for. */
async function aPortalToStop(portal: Portal) {
  const app = await buildApp(portal, { stopTimes });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  return {
    app,
    port: Number(port),
    ask: (text = ask) => speak(Number(port), async (w) => w(text)),
  };
}

describe('a portal that is told to stop', () => {
  test('says at once that it is not ready, serves for a moment, and then refuses until it lets nobody in', async ({
    portal,
  }) => {
    const { app, port, ask } = await aPortalToStop(portal);
    const stopped = app.stopServing();
    const ready = await ask('GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n');
    expect(refusalIn(ready)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(ready.reply).toMatch(/\r\nretry-after: 5\r\n/i);
    const served = await ask();
    expect(served.reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(served.reply).toMatch(/\r\nconnection: close\r\n/i);
    expect((await ask('GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n')).reply).toMatch(
      /^HTTP\/1\.1 200 /,
    );

    // Its turns are longer on a busy machine.
    const refused = await vi.waitUntil(
      async () => {
        const reply = await ask();
        return refusalIn(reply).status === 503 && reply;
      },
      { timeout: 20_000 },
    );
    expect(refusalIn(refused)).toMatchObject({
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

  test('replies to what it had before, and lets those go who say nothing', async ({ portal }) => {
    const { app, port, ask } = await aPortalToStop(portal);
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

describe('a portal whose successor serves', () => {
  test('refuses nobody on a connection that is open, and ends each with its reply', async ({
    portal,
  }) => {
    const { app, port } = await aPortalToStop(portal);
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
    // What asks whether it is ready must not hear of one process that leaves.
    idle.write('GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n');
    await once(idle, 'close');
    expect(reply).toMatch(/^HTTP\/1\.1 200 (.|\r\n)*\r\nconnection: close\r\n/i);
    await ended;
  });

  test('does not wait for ever for those who ask nothing', async ({ portal }) => {
    const { app, port } = await aPortalToStop(portal);
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    const closed = once(silent, 'close');
    await app.handOver();
    await closed;
    expect(app.server.listening).toBe(false);
  });
});
