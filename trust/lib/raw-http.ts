// A minimal HTTP client that can send malformed and truncated requests.

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time after which a connection that is still open counts as hanging. */
export const replyTimeoutMs = 30_000;

type RequestParts = {
  method: string;
  path: string;
  body: Buffer;
  type?: string | undefined;
  token?: string | undefined;
  /** Additional header lines, each ending with CRLF. */
  headers?: string;
};

export function buildRawRequest(parts: RequestParts): Buffer {
  const { method, path, body, type, token, headers = '' } = parts;
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  const tokenLine = token ? `Authorization: Bearer ${token}\r\n` : '';
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${tokenLine}${typeLine}${headers}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

type SendOptions = {
  /** Number of bytes after which the client pauses for 5 ms. */
  pauseAt?: number | undefined;
  /** True if the bytes are not one complete request. The client then ends its side after a reply or 60 ms. */
  isMalformed?: boolean;
};

/** Sends bytes on a new connection, and waits until the portal has closed it. */
export async function sendRawBytes(
  url: string,
  bytes: Buffer,
  { pauseAt, isMalformed = false }: SendOptions = {},
) {
  const began = performance.now();
  const port = Number(new URL(url).port);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  socket.on('error', () => {});
  let received = '';
  const firstReply = Promise.withResolvers<void>();
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    firstReply.resolve();
  });
  const closed = Promise.race([once(socket, 'close'), once(socket, 'end')]).catch(() => {});
  socket.write(bytes.subarray(0, pauseAt));
  if (pauseAt !== undefined) {
    await sleep(5);
    socket.write(bytes.subarray(pauseAt));
  }
  if (isMalformed) {
    await Promise.race([firstReply.promise, closed, sleep(60)]);
    socket.end();
  }
  const isSilent = await Promise.race([closed.then(() => false), sleep(replyTimeoutMs, true)]);
  socket.destroy();
  const statuses = [...received.matchAll(/^HTTP\/1\.1 ([2-5]\d\d)/gm)].map(([, status]) =>
    Number(status),
  );
  const body = received.slice(received.lastIndexOf('\r\n\r\n') + 4);
  return { statuses, isSilent, body, ms: performance.now() - began };
}
