import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { acceptEveryEmail, queueTestEmail, test, testSenderAddress } from '#server/test/mail.ts';
import { createConnectionLimit } from './connection-limit.ts';
import { startEmailWorker } from './email-worker.ts';
import { createSmtpTransport } from './smtp.ts';

const deliveryMs = 300;

/** Starts a mail server that takes 300 ms for each email and refuses connections above `maxClients`. */
async function openSlowServer(maxClients: number) {
  const counts = { sent: 0, active: 0, most: 0 };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 50,
    maxClients,
    async onData(stream, _session, done) {
      for await (const _chunk of stream);
      counts.active += 1;
      counts.most = Math.max(counts.most, counts.active);
      await sleep(deliveryMs);
      counts.active -= 1;
      counts.sent += 1;
      done();
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { counts, url: `smtp://127.0.0.1:${port}` };
}

describe('a slow mail server', () => {
  test.for([
    ['two emails at once if it allows two connections', 2, 2],
    ['two emails at once if it allows many connections', 20, 2],
    ['one email at once if it allows one connection', 1, 1],
  ] as const)('gets %s, and no outage is logged', async ([, maxClients, most], { portal }) => {
    const { counts, url } = await openSlowServer(maxClients);
    for (let index = 0; index < 8; index += 1) {
      await queueTestEmail(portal, `p${index}@university.test`);
    }
    const transport = createSmtpTransport(url, testSenderAddress);
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const worker = startEmailWorker({ ...portal, log }, transport, acceptEveryEmail);
    worker.wake();
    await vi.waitFor(() => expect(counts.sent).toBe(8), 60_000);
    await worker.stop();
    expect(counts.most).toBe(most);
    expect(log.error).not.toHaveBeenCalled();
  });
});

test('the limit falls to the number of accepted connections, and rises after ten minutes', ({
  portal,
}) => {
  const limit = createConnectionLimit(portal.clock);
  expect(limit.max()).toBe(5);
  for (let index = 0; index < 5; index += 1) limit.begin();
  expect([limit.end(true), limit.end(true), limit.end(true)]).toEqual([false, false, false]);
  expect(limit.max()).toBe(2);
  expect([limit.end(false), limit.max()]).toEqual([false, 2]);
  portal.wait(10 * 60_000);
  expect(limit.max()).toBe(5);
  expect([limit.end(true), limit.max()]).toEqual([true, 5]);
});
