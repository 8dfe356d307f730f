import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { addressOf } from '#contract/endpoint.ts';
import { login } from '#contract/session.ts';
import { buildApp } from '#server/app.ts';
import { aTeam } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { pdf } from '#tools/test/sample-files.ts';
import { type Limits, largestBody, standardLimits } from './limits.ts';

const quick: Limits = {
  ...standardLimits,
  headersMs: 400,
  requestMs: 5000,
  silenceMs: 900,
  keepAliveMs: 300,
  checkMs: 100,
  pace: { ms: 600, bytes: 2000 },
  connections: 20,
};

/** The same portal once more, with limits that a test can wait for. */
async function listening(portal: Portal, limits = quick) {
  const app = await buildApp(portal, { limits });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: Number(new URL(url).port),
    app,
    [Symbol.asyncDispose]: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

type Spoken = { answer: string; ms: number };

/** What came back until the portal hung up, of what `speak` writes. */
function speak(port: number, say: (write: (text: string | Buffer) => void) => Promise<void>) {
  const began = performance.now();
  return new Promise<Spoken>((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => void say((text) => void socket.write(text)));
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve({ answer, ms: performance.now() - began }));
  });
}

const refusalIn = ({ answer }: Spoken) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), ...JSON.parse(body) };
};

const boundary = 'xxBOUNDARYxx';
function uploadHead({ student }: Awaited<ReturnType<typeof aTeam>>, length: number | 'chunked') {
  const path = addressOf(uploadDocument, { params: { kind: 'thesis', email: student.email } });
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return `POST ${path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${student.caller.token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n${framing}\r\n\r\n`;
}
const partHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="t.pdf"\r\n\r\n`;

describe('a connection', () => {
  test('that does not finish its head is closed with a refusal', async ({ portal }) => {
    await using server = await listening(portal);
    const spoken = await speak(server.port, async (write) => write('GET / HTTP/1.1\r\nHost: '));
    expect(refusalIn(spoken)).toMatchObject({ status: 408, code: 'too-slow' });
    expect(spoken.ms).toBeGreaterThan(350);
  });

  test('that drips its head byte by byte is closed all the same', async ({ portal }) => {
    await using server = await listening(portal);
    let isOver = false;
    const spoken = speak(server.port, async (write) => {
      write('GET / HTTP/1.1\r\n');
      while (!isOver) {
        write('X: y\r\n');
        await sleep(50);
      }
    });
    const { answer } = await spoken;
    isOver = true;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('that says nothing at all is closed', async ({ portal }) => {
    await using server = await listening(portal);
    await speak(server.port, async () => {});
  });

  test('that stays open after an answer is closed', async ({ portal }) => {
    await using server = await listening(portal);
    const { answer } = await speak(server.port, async (write) =>
      write('GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('that stops reading its answer is closed', async ({ portal }) => {
    const team = await aTeam(portal);
    const file = new File([pdf({ bytes: 20_000_000 }) as Uint8Array<ArrayBuffer>], 'long.pdf');
    const { document } = await team.student.caller.call(uploadDocument, {
      params: { kind: 'thesis', email: team.student.email },
      body: { file },
    });
    await using server = await listening(portal);
    const began = performance.now();
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `GET ${document.url} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${team.student.caller.token}\r\n\r\n`,
    );
    socket.on('error', () => {});
    socket.pause();
    // Node looks twice before it believes that nothing moves.
    await sleep(quick.silenceMs * 3);
    // What lies in the machine's buffers is read to its end: the rest never comes.
    let bytes = 0;
    for await (const chunk of socket) bytes += (chunk as Buffer).length;
    expect(bytes).toBeLessThan(20_000_000);
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  test('whose head is too large or cannot be read is refused in the usual shape', async ({
    portal,
  }) => {
    await using server = await listening(portal);
    const large = await speak(server.port, async (write) =>
      write(`GET / HTTP/1.1\r\nHost: h\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`),
    );
    expect(refusalIn(large)).toMatchObject({ status: 431, code: 'invalid' });
    const broken = await speak(server.port, async (write) => write('GET é HTTP/1.1\r\n\r\n'));
    expect(refusalIn(broken)).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'The request cannot be read.',
      error: 'The request cannot be read.',
    });
  });
});

describe('a body that is too slow', () => {
  test('is refused as a form, and nothing of it stays', async ({ portal }) => {
    const team = await aTeam(portal);
    const before = await portal.traces();
    await using server = await listening(portal);
    let isOver = false;
    const spoken = speak(server.port, async (write) => {
      write(uploadHead(team, 5_000_000));
      write(`${partHead}%PDF-1.4\n`);
      while (!isOver) {
        write('x'.repeat(50));
        await sleep(50);
      }
    });
    const refusal = refusalIn(await spoken);
    isOver = true;
    expect(refusal).toMatchObject({ status: 408, code: 'too-slow' });
    expect(refusal.error).toBe(refusal.message);
    await expect.poll(portal.traces).toEqual(before);
    expect(portal.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test('is refused as JSON', async ({ portal }) => {
    await using server = await listening(portal);
    const spoken = await speak(server.port, async (write) =>
      write(
        `POST ${login.path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
      ),
    );
    expect(refusalIn(spoken)).toMatchObject({ status: 408, code: 'too-slow' });
    expect(portal.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test('of a request that was refused already is not waited for', async ({ portal }) => {
    await using server = await listening(portal);
    const { answer } = await speak(server.port, async (write) =>
      write(
        `POST /api/auth/upload/thesis/a@b.test HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x`,
      ),
    );
    expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 401']);
  });

  test('is looked at no longer once its sender has hung up', async ({ portal }) => {
    await using server = await listening(portal);
    let looks = 0;
    let hasEnded = false;
    server.app.server.on('connection', (connection) => {
      connection.once('close', () => {
        hasEnded = true;
      });
      const bytesRead = Object.getOwnPropertyDescriptor(Socket.prototype, 'bytesRead')?.get;
      Object.defineProperty(connection, 'bytesRead', {
        get() {
          looks += 1;
          return bytesRead?.call(this);
        },
      });
    });
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST ${login.path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
    );
    await expect.poll(() => looks).toBeGreaterThan(1);
    socket.resetAndDestroy();
    await expect.poll(() => hasEnded).toBe(true);
    await sleep(quick.pace.ms);
    const then = looks;
    await sleep(2 * quick.pace.ms);
    expect(looks).toBe(then);
  });

  test('does not mean one that is here, however long its answer takes', async ({ portal }) => {
    const team = await aTeam(portal);
    const files: Portal['files'] = {
      ...portal.files,
      keep: async (...stored) => {
        await sleep(2 * quick.pace.ms);
        await portal.files.keep(...stored);
      },
    };
    await using server = await listening({ ...portal, files }, { ...quick, silenceMs: 60_000 });
    const body = Buffer.concat([
      Buffer.from(partHead),
      pdf({ bytes: 800 }),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const { answer } = await speak(server.port, async (write) => {
      write(uploadHead(team, body.length));
      write(body);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('but keeps the pace is taken, however long it takes', async ({ portal }) => {
    const team = await aTeam(portal);
    await using server = await listening(portal);
    const body = Buffer.concat([
      Buffer.from(partHead),
      pdf({ bytes: 20_000 }),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const { answer } = await speak(server.port, async (write) => {
      write(uploadHead(team, body.length));
      for (let at = 0; at < body.length; at += 1000) {
        write(body.subarray(at, at + 1000));
        await sleep(100);
      }
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a body that is larger than any form', () => {
  test('is refused before any of it is read when it says so', async ({ portal }) => {
    const team = await aTeam(portal);
    await using server = await listening(portal);
    const spoken = await speak(server.port, async (write) =>
      write(uploadHead(team, largestBody(portal.config.sizeLimits) + 1)),
    );
    expect(refusalIn(spoken)).toMatchObject({ status: 413, code: 'too-large' });
    expect(spoken.answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  test('is cut off where it does not say so, and nothing of it stays', async ({ portal }) => {
    const team = await aTeam(portal);
    const before = await portal.traces();
    const oneMegabyte = Object.fromEntries(
      Object.keys(portal.config.sizeLimits).map((kind) => [kind, 1024 * 1024]),
    ) as typeof portal.config.sizeLimits;
    const config = { ...portal.config, sizeLimits: oneMegabyte };
    await using server = await listening({ ...portal, config }, standardLimits);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let isOver = false;
    let sent = 0;
    const spoken = speak(server.port, async (write) => {
      write(uploadHead(team, 'chunked'));
      write(`${Buffer.byteLength(partHead).toString(16)}\r\n${partHead}\r\n`);
      while (!isOver && sent < 200_000_000) {
        write(Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]));
        sent += chunk.length;
        await sleep(1);
      }
    });
    await spoken;
    isOver = true;
    expect(sent).toBeLessThan(150_000_000);
    await expect.poll(portal.traces).toEqual(before);
  });
});

test('what cannot be read behind a request is refused by hanging up, not in the middle of its answer', async ({
  portal,
}) => {
  const { student } = await aTeam(portal);
  const { document } = await student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: new File([pdf({ bytes: 20_000_000 }) as Uint8Array<ArrayBuffer>], 'long.pdf') },
  });
  await using server = await listening(portal, standardLimits);
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `GET ${document.url} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${student.caller.token}\r\n\r\n`,
  );
  const [first] = await once(socket, 'data');
  // More is on its way than the machine's buffers hold.
  socket.pause();
  socket.write('é\r\n\r\n');
  await sleep(200);
  let answer = String(first);
  for await (const chunk of socket) answer += (chunk as Buffer).toString('latin1');
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
});

describe('somebody who hangs up', () => {
  test('at any moment of a request or an answer is no fault of the portal', async ({ portal }) => {
    const { student } = await aTeam(portal);
    const { document } = await student.caller.call(uploadDocument, {
      params: { kind: 'thesis', email: student.email },
      body: { file: new File([pdf({ bytes: 300_000 }) as Uint8Array<ArrayBuffer>], 'a.pdf') },
    });
    const requests = [
      `GET ${document.url} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${student.caller.token}\r\n\r\n`,
      `POST ${login.path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
    ];
    const port = Number(new URL(portal.url).port);
    for (let round = 0; round < 60; round += 1) {
      const socket = connect(port, '127.0.0.1', () => socket.write(String(requests[round % 2])));
      socket.on('error', () => {});
      await sleep((round / 4) % 8);
      socket.resetAndDestroy();
    }
    await sleep(300);
    expect((await portal.visitor.fetch('/healthz')).status).toBe(200);
    expect(portal.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});
