import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { buildEndpointUrl } from '#contract/endpoint.ts';
import { saveMarks } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { getMaxBodyBytes } from '#server/http/bodies/body-sizes.ts';
import {
  buildUploadRequestHead,
  multipartFileHead,
  parseRawRefusal,
  sendRawRequest,
  shortConnectionLimits,
  startPortalOnPort,
} from '#server/test/faults/raw-connection.ts';
import { createTestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { defaultConnectionLimits } from './limits.ts';

const MB = 1024 * 1024;

describe('a slow body', () => {
  test('is rejected with 408 at the time limit of a request, and stores nothing', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const before = await portal.snapshot();
    await using server = await startPortalOnPort(portal, {
      ...shortConnectionLimits,
      requestMs: 600,
    });
    let isOver = false;
    const spoken = sendRawRequest(server.port, async (write) => {
      write(buildUploadRequestHead(team, 5_000_000));
      write(`${multipartFileHead}%PDF-1.4\n`);
      while (!isOver) {
        write('x'.repeat(50));
        await sleep(50);
      }
    });
    const refusal = parseRawRefusal(await spoken);
    isOver = true;
    expect(refusal).toMatchObject({ status: 408, code: 'too-slow' });
    await expect.poll(portal.snapshot).toEqual(before);
    expect(portal.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test('does not block saving marks, even on 100 connections of the same network', async ({
    portal,
  }) => {
    const { supervisor, groupId, ids } = await createTestGroup(portal);
    await using server = await startPortalOnPort(portal, defaultConnectionLimits);
    const head = `POST ${login.path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`;
    let replies = 0;
    const sockets = Array.from({ length: 100 }, () => {
      const socket = connect(server.port, '127.0.0.1', () => void socket.write(head));
      return socket.on('data', () => {
        replies += 1;
      });
    });
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const caller = new ApiCaller(`http://127.0.0.1:${server.port}`, supervisor.caller.token);
    const marks = { [ids[0] ?? '']: { month1: { marks: 9 } } };
    await caller.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
    expect(replies).toBe(0);
    for (const socket of sockets) socket.destroy();
  });

  test('is not read to its end if the request has already been rejected', async ({ portal }) => {
    await using server = await startPortalOnPort(portal);
    const { reply } = await sendRawRequest(server.port, async (write) =>
      write(
        `POST /api/auth/upload/thesis/a@b.test HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x`,
      ),
    );
    expect(reply.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 401']);
  });
});

describe('a body that is too large', () => {
  test('is rejected before it is read if its Content-Length exceeds the limit', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await using server = await startPortalOnPort(portal);
    const spoken = await sendRawRequest(server.port, async (write) =>
      write(buildUploadRequestHead(team, 80 * MB)),
    );
    expect(parseRawRefusal(spoken)).toMatchObject({
      status: 413,
      code: 'too-large',
      message: 'Thesis must be 50 MB or smaller.',
      fields: { file: 'Thesis must be 50 MB or smaller.' },
    });
    expect(spoken.reply).toMatch(/\r\nconnection: close\r\n/i);
  });

  test.for([
    ['sign-up', register, {}, 5 * MB],
    ['thesis', uploadDocument, { kind: 'thesis', email: 'a@b.test' }, 50 * MB],
    ['code', uploadDocument, { kind: 'code', email: 'a@b.test' }, 200 * MB],
    ['file of no kind', uploadDocument, { kind: 'constructor', email: 'a@b.test' }, 0],
    ['proposal', submitProposal, {}, (20 + 3 * (5 + 20)) * MB],
    ['login', login, {}, 0],
    ['save of marks', saveMarks, {}, 960 * 1024],
  ] as const)(
    'is rejected only if it exceeds the sum of the limits of its files and text: %s',
    async ([, endpoint, params, files], { portal }) => {
      expect(getMaxBodyBytes(endpoint, params, portal)).toBe(files + 64 * 1024);
      await using server = await startPortalOnPort(portal);
      const type = 'files' in endpoint ? 'multipart/form-data; boundary=x' : 'application/json';
      const head = (length: number) =>
        `POST ${buildEndpointUrl(endpoint, { params })} HTTP/1.1\r\nHost: h\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
      const { reply } = await sendRawRequest(server.port, async (write) =>
        write(head(files + 64 * 1024 + 1)),
      );
      expect(reply).toMatch(/^HTTP\/1\.1 413 /);
      const taken = await sendRawRequest(server.port, async (write) =>
        write(head(files + 64 * 1024)),
      );
      expect(taken.reply).not.toMatch(/^HTTP\/1\.1 413 /);
    },
  );

  test('is read up to a margin beyond the limit, so that the client receives the error reply', async ({
    portal,
  }) => {
    const before = await portal.snapshot();
    const body = new Uint8Array(12 * MB);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const reply = await portal.visitor.fetch(register.path, { method: 'POST', headers, body });
    expect(reply.status).toBe(413);
    expect(await reply.json()).toMatchObject({ message: 'CV must be 5 MB or smaller.' });
    expect(await portal.snapshot()).toEqual(before);
  });

  test('is not read to its end and stores nothing if it has no Content-Length', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const before = await portal.snapshot();
    const oneMegabyte = Object.fromEntries(
      Object.keys(portal.config.sizeLimits).map((kind) => [kind, 1024 * 1024]),
    ) as typeof portal.config.sizeLimits;
    const config = { ...portal.config, sizeLimits: oneMegabyte };
    await using server = await startPortalOnPort({ ...portal, config }, defaultConnectionLimits);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let isOver = false;
    let sent = 0;
    const spoken = sendRawRequest(server.port, async (write) => {
      write(buildUploadRequestHead(team, 'chunked'));
      write(`${Buffer.byteLength(multipartFileHead).toString(16)}\r\n${multipartFileHead}\r\n`);
      while (!isOver && sent < 200_000_000) {
        write(Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]));
        sent += chunk.length;
        await sleep(1);
      }
    });
    await spoken;
    isOver = true;
    expect(sent).toBeLessThan(150_000_000);
    await expect.poll(portal.snapshot).toEqual(before);
  });
});
