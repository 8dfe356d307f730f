import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { findHome } from '#contract/settings/content.ts';
import { sendRawRequest, startPortalOnPort } from '#server/test/faults/raw-connection.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { defaultConnectionLimits } from './limits.ts';

const limits = { ...defaultConnectionLimits, keepAliveMs: 300, checkMs: 100 };
const statuses = (reply: string) => reply.match(/HTTP\/1\.1 \d+/g) ?? [];

describe('pipelined requests', () => {
  test('are answered in the order in which they arrive, in several batches on one connection', async ({
    portal,
  }) => {
    await using server = await startPortalOnPort(portal, limits);
    const { reply } = await sendRawRequest(server.port, async (write) => {
      for (let round = 0; round < 5; round += 1) {
        write('GET /healthz HTTP/1.1\r\nHost: h\r\n\r\nGET /none HTTP/1.1\r\nHost: h\r\n\r\n');
        write('GET /healthz HTTP/1.1\r\nHost: h\r\n\r\nHEAD /healthz HTTP/1.1\r\nHost: h\r\n\r\n');
        write(
          'POST /api/auth/login HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
        );
        await sleep(100);
      }
    });
    const round = [200, 404, 200, 200, 400].map((status) => `HTTP/1.1 ${status}`);
    expect(statuses(reply)).toEqual([...round, ...round, ...round, ...round, ...round]);
  });

  test('are handled one after another', async ({ portal }) => {
    await using server = await startPortalOnPort(portal, limits);
    let running = 0;
    let most = 0;
    server.app.services.files.check = async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(20);
      running -= 1;
    };
    const { reply } = await sendRawRequest(server.port, async (write) =>
      write('GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(limits.pipelined)),
    );
    expect(statuses(reply)).toEqual(Array(limits.pipelined).fill('HTTP/1.1 200'));
    expect(most).toBe(1);
  });

  test.for([
    ['a file', 'GET FILE HTTP/1.1\r\nHost: h\r\n'],
    ['an endpoint', `GET ${findHome.path} HTTP/1.1\r\nHost: h\r\n`],
    ['a request without Host', 'GET / HTTP/1.1\r\n'],
    ['an unknown Expect header', 'GET / HTTP/1.1\r\nHost: h\r\nExpect: money\r\n'],
  ] as const)(
    'cause only their own connection to be closed if too many of them wait: %s',
    async ([, head], { portal }) => {
      const { student, group } = await createTestGroup(portal);
      await using server = await startPortalOnPort(portal, limits);
      const url = getItemAt(group.documents, 0).url;
      const request = `${head.replace('FILE', url)}Authorization: Bearer ${student.caller.token}\r\n\r\n`;
      const other = connect(server.port, '127.0.0.1');
      // Complete this request only after `flood` has been closed, to check that other clients still get replies.
      other.write('GET /healthz HTTP/1.1\r\nHost: h\r\n');
      const flood = connect(server.port, '127.0.0.1');
      flood.on('error', () => {});
      flood.write(request.repeat(limits.pipelined + 1));
      flood.resume();
      await once(flood, 'close');
      other.write('\r\n');
      const [reply] = await once(other, 'data');
      expect(String(reply)).toMatch(/^HTTP\/1\.1 200 /);
      other.destroy();
      const entries = portal.logged.map((line) => JSON.parse(line));
      expect(entries).toMatchObject([
        { msg: 'closed a connection with too many pipelined requests', address: '127.0.0.1' },
      ]);
    },
  );
});
