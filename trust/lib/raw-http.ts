// A minimal HTTP client that can send malformed and truncated requests.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time after which a request without a reply counts as hanging. */
export const replyTimeoutMs = 30_000;

export type RawReply = {
  /** HTTP status. Without a reply: `silent` after the timeout, otherwise the connection's error code or `closed`. */
  status: number | string;
  ms: number;
  body: Buffer;
};

type RequestParts = {
  method: string;
  path: string;
  body: Buffer;
  type?: string | undefined;
  token?: string | undefined;
  /** Additional header lines, each ending with CRLF. */
  headers?: string;
};

export function buildRawRequest({
  method,
  path,
  body,
  type,
  token,
  headers = '',
}: RequestParts): Buffer {
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  const tokenLine = token ? `Authorization: Bearer ${token}\r\n` : '';
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${tokenLine}${typeLine}${headers}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** Opens a socket that ignores errors. `allowHalfOpen` keeps it writable after the portal has closed its side. */
function openSocket(url: string, allowHalfOpen = false): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen });
  socket.setNoDelay(true);
  socket.on('error', () => {});
  return socket;
}

/** Sends requests one after the other on a keep-alive connection. */
export class RawConnection {
  readonly #url: string;
  #socket: Socket | undefined;
  #received = Buffer.alloc(0);
  #error: string | undefined;
  #wake = () => {};

  constructor(url: string) {
    this.#url = url;
  }

  async exchange(request: Buffer): Promise<RawReply> {
    const began = performance.now();
    this.#socket ??= this.#open();
    this.#socket.write(request);
    for (;;) {
      const reply = parseReply(this.#received);
      const ms = performance.now() - began;
      if (reply) {
        this.#received = this.#received.subarray(reply.end);
        if (reply.closes) this.close();
        return { status: reply.status, ms, body: reply.body };
      }
      const isClosed = !this.#socket || this.#socket.destroyed;
      if (isClosed || ms > replyTimeoutMs) {
        const status = isClosed ? (this.#error ?? 'closed') : 'silent';
        this.close();
        return { status, ms, body: Buffer.alloc(0) };
      }
      await this.#change(replyTimeoutMs - ms + 1);
    }
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#received = Buffer.alloc(0);
  }

  #open(): Socket {
    const socket = openSocket(this.#url);
    const isCurrent = () => socket === this.#socket;
    this.#error = undefined;
    socket.on('data', (chunk: Buffer) => {
      if (!isCurrent()) return;
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (isCurrent()) this.#error = code;
    });
    socket.on('close', () => {
      if (isCurrent()) this.#wake();
    });
    return socket;
  }

  async #change(timeout: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, timeout);
    await promise;
    clearTimeout(timer);
  }
}

type ParsedReply = { status: number; body: Buffer; end: number; closes: boolean };

/** Parses the first complete reply, if any. Skips interim replies such as 100 Continue. */
function parseReply(received: Buffer): ParsedReply | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.subarray(0, headEnd).toString('latin1');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
  if (Number.isNaN(status)) throw new Error(`Invalid HTTP reply: ${head.slice(0, 200)}`);
  const start = headEnd + 4;
  if (status < 200) {
    const next = parseReply(received.subarray(start));
    return next && { ...next, end: next.end + start };
  }
  const closes = /\r\nconnection: close/i.test(head);
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const chunkedBody = parseChunkedBody(received, start);
    return chunkedBody && { status, ...chunkedBody, closes };
  }
  const hasBody = status !== 204 && status !== 304;
  const end = start + (hasBody ? Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) : 0);
  return received.length < end
    ? undefined
    : { status, body: received.subarray(start, end), end, closes };
}

function parseChunkedBody(
  received: Buffer,
  start: number,
): { body: Buffer; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = received.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(received.toString('latin1', at, lineEnd), 16);
    const from = lineEnd + 2;
    const end = from + size + 2;
    if (received.length < end) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), end };
    chunks.push(received.subarray(from, from + size));
    at = end;
  }
}

/** Sends bytes on a new connection, pausing 5 ms before the byte at `pauseAt`. Returns the status of every reply. */
export async function sendRawBytes(url: string, bytes: Buffer, pauseAt?: number) {
  const began = performance.now();
  const socket = openSocket(url, true);
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
  await Promise.race([firstReply.promise, closed, sleep(60)]);
  socket.end();
  // Wait until the portal has also closed its side of the connection.
  const isSilent = await Promise.race([closed.then(() => false), sleep(replyTimeoutMs, true)]);
  socket.destroy();
  const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) =>
    Number(status),
  );
  return { statuses, isSilent, ms: performance.now() - began };
}
