import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import {
  parseRawRefusal,
  sendRawRequest,
  shortConnectionLimits,
  startPortalOnPort,
} from '#server/test/faults/raw-connection.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';
import { defaultConnectionLimits } from './limits.ts';

/** Stores a file of 20 MB. Returns a request for it. */
async function uploadLongFile(portal: Portal): Promise<string> {
  const { student } = await createTestGroup(portal);
  const { document } = await student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: toFile(buildPdf({ bytes: 20_000_000 }), 'long.pdf') },
  });
  return `GET ${document.url} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${student.caller.token}\r\n\r\n`;
}

describe('a connection', () => {
  test('is closed with 408 if the client sends headers slowly and never completes them', async ({
    portal,
  }) => {
    await using server = await startPortalOnPort(portal);
    let isOver = false;
    const spoken = sendRawRequest(server.port, async (write) => {
      write('GET / HTTP/1.1\r\n');
      while (!isOver) {
        write('X: y\r\n');
        await sleep(50);
      }
    });
    const refusal = parseRawRefusal(await spoken);
    isOver = true;
    expect(refusal).toMatchObject({ status: 408, code: 'too-slow' });
  });

  test('is closed if the client sends nothing', async ({ portal }) => {
    await using server = await startPortalOnPort(portal);
    await sendRawRequest(server.port, async () => {});
  });

  test('is closed if it stays idle after a reply', async ({ portal }) => {
    await using server = await startPortalOnPort(portal);
    const { reply } = await sendRawRequest(server.port, async (write) =>
      write('GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n'),
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('is closed if the client stops reading the reply', async ({ portal }) => {
    const request = await uploadLongFile(portal);
    await using server = await startPortalOnPort(portal);
    const began = performance.now();
    const socket = connect(server.port, '127.0.0.1');
    socket.write(request);
    socket.on('error', () => {});
    socket.pause();
    // Node detects a stalled connection only at its second check.
    await sleep(shortConnectionLimits.silenceMs * 3);
    let bytes = 0;
    for await (const chunk of socket) bytes += (chunk as Buffer).length;
    expect(bytes).toBeLessThan(20_000_000);
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  test('carries a JSON error reply if the request headers are too large or the request line is malformed', async ({
    portal,
  }) => {
    await using server = await startPortalOnPort(portal);
    const large = await sendRawRequest(server.port, async (write) =>
      write(`GET / HTTP/1.1\r\nHost: h\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`),
    );
    expect(parseRawRefusal(large)).toMatchObject({ status: 431, code: 'invalid' });
    const broken = await sendRawRequest(server.port, async (write) =>
      write('GET é HTTP/1.1\r\n\r\n'),
    );
    expect(parseRawRefusal(broken)).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'The request cannot be read.',
      error: 'The request cannot be read.',
    });
  });
});

test('malformed bytes after a request close the connection without corrupting the reply that is being sent', async ({
  portal,
}) => {
  const request = await uploadLongFile(portal);
  await using server = await startPortalOnPort(portal, defaultConnectionLimits);
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(request);
  const [first] = await once(socket, 'data');
  // Stop reading. The reply is larger than the buffers of the operating system, so it remains incomplete.
  socket.pause();
  socket.write('é\r\n\r\n');
  await sleep(200);
  let reply = String(first);
  for await (const chunk of socket) reply += (chunk as Buffer).toString('latin1');
  expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
});
