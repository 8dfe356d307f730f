import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { reservePort, startListening } from './hold-port.ts';

const loopback = { host: '127.0.0.1', port: 0 };

test('holdPort replies to health checks during startup and hands its port over to the app without losing requests', async () => {
  const door = await reservePort(loopback);
  const { port } = door.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  await expect(reservePort({ ...loopback, port })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken by another process. Stop that process, or set PORT to another port.`,
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
    startListening(app, door),
  ]);
  expect(address).toBe(url);
  for (const status of responses) expect([200, 503]).toContain(status);
  expect(await (await fetch(`${url}/readyz`)).text()).toBe('ready');

  await app.close();
  const again = await reservePort({ ...loopback, port });
  onTestFinished(() => void again.close());
  expect(again.listening).toBe(true);
});

test('holdPort throws the original error if the address is not available', async () => {
  // This address is reserved for documentation, so no network interface has it.
  await expect(reservePort({ host: '192.0.2.1', port: 0 })).rejects.toThrow('EADDRNOTAVAIL');
});
