import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { holdPort, openAt } from './hold-port.ts';

const loopback = { host: '127.0.0.1', port: 0 };

test('a portal that starts has its port at once, is alive and not ready, and loses nobody who asks', async () => {
  const door = await holdPort(loopback);
  const { port } = door.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  await expect(holdPort({ ...loopback, port })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken by another process: stop that one, or set PORT to another.`,
  );

  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const early = await fetch(`${url}/api/auth/login`, { method: 'POST', body: 'x'.repeat(100_000) });
  expect(early.status).toBe(503);
  expect(early.headers.get('retry-after')).toBe('5');
  const message = 'The portal is starting. Please try again in a moment.';
  expect(await early.json()).toEqual({ code: 'unavailable', message, error: message });

  const app = Fastify();
  app.get('/readyz', async () => 'ready');
  const [responses, address] = await Promise.all([
    Promise.all(Array.from({ length: 50 }, async () => (await fetch(`${url}/readyz`)).status)),
    openAt(app, door),
  ]);
  expect(address).toBe(url);
  for (const status of responses) expect([200, 503]).toContain(status);
  expect(await (await fetch(`${url}/readyz`)).text()).toBe('ready');

  await app.close();
  const again = await holdPort({ ...loopback, port });
  onTestFinished(() => void again.close());
  expect(again.listening).toBe(true);
});

test('a port that cannot be had for another reason says which', async () => {
  // No address of this machine: it is kept for documentation.
  await expect(holdPort({ host: '192.0.2.1', port: 0 })).rejects.toThrow('EADDRNOTAVAIL');
});
