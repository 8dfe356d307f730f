// HTTP byte by byte: requests that no client library would send, or would not let be cut or sent again as they were.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, type Endpoint } from '#contract/endpoint.ts';
import { formOf } from '#tools/test/caller.ts';

/** Longer than this without a reply is a hang. */
export const timeoutMs = 30_000;

export type Reply = {
  /** `silent` when none came in time; of a closed connection the error that closed it, if any. */
  status: number | 'closed' | 'silent' | 'ECONNREFUSED' | 'ECONNRESET';
  ms: number;
  body: Buffer;
};

export type Input = { params?: Record<string, unknown>; body?: unknown };

type Parts = {
  method: string;
  path: string;
  body: Buffer;
  type?: string | undefined;
  token?: string | undefined;
  /** Whole lines with their ends. */
  headers?: string;
};

export function requestBytes({ method, path, body, type, token, headers = '' }: Parts): Buffer {
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  const tokenLine = token ? `Authorization: Bearer ${token}\r\n` : '';
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${tokenLine}${typeLine}${headers}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** A request to an endpoint, to be sent as often as wanted. */
export async function requestTo(endpoint: Endpoint, input: Input, token?: string): Promise<Buffer> {
  const content = endpoint.files ? formOf(input.body) : JSON.stringify(input.body ?? {});
  const encoded = new Response(content);
  const type = endpoint.files ? (encoded.headers.get('content-type') ?? '') : 'application/json';
  const body = Buffer.from(await encoded.arrayBuffer());
  return requestBytes({
    method: endpoint.method,
    path: addressOf(endpoint, input),
    body,
    type,
    token,
  });
}

/** A connection to the portal whose errors nobody has to handle; half open it stays when the portal ends its side. */
export function openSocket(url: string, allowHalfOpen = false): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen });
  socket.setNoDelay(true);
  socket.on('error', () => {});
  return socket;
}

/** Sends requests one after the other on a connection that is kept as long as the portal keeps it. */
export class Connection {
  readonly #url: string;
  #socket: Socket | undefined;
  #received = Buffer.alloc(0);
  #error: string | undefined;
  #wake = () => {};

  constructor(url: string) {
    this.#url = url;
  }

  /** Bytes of a request without waiting for its reply. */
  write(bytes: Buffer): void {
    this.#socket ??= this.#open();
    this.#socket.write(bytes);
  }

  /** A request, or its last bytes, and the reply. */
  async exchange(request: Buffer): Promise<Reply> {
    const began = performance.now();
    this.write(request);
    for (;;) {
      const reply = replyIn(this.#received);
      const ms = performance.now() - began;
      if (reply) {
        this.#received = this.#received.subarray(reply.end);
        if (reply.closes) this.close();
        return { status: reply.status, ms, body: reply.body };
      }
      const isClosed = !this.#socket || this.#socket.destroyed;
      if (isClosed || ms > timeoutMs) {
        const status = isClosed ? ((this.#error ?? 'closed') as 'closed') : 'silent';
        this.close();
        return { status, ms, body: Buffer.alloc(0) };
      }
      await this.#change(timeoutMs - ms + 1);
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

  async #change(within: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, within);
    await promise;
    clearTimeout(timer);
  }
}

/** Sends a request on a connection of its own; with `cutAfterMs` that is cut so long after the last byte. */
export async function sendOnce(url: string, request: Buffer, cutAfterMs?: number) {
  const connection = new Connection(url);
  try {
    if (cutAfterMs !== undefined) {
      connection.write(request);
      await sleep(cutAfterMs);
      return undefined;
    }
    const { status, body } = await connection.exchange(request);
    return typeof status === 'number'
      ? { status, body: JSON.parse(String(body)) as Record<string, unknown> }
      : undefined;
  } finally {
    connection.close();
  }
}

type Parsed = { status: number; body: Buffer; end: number; closes: boolean };

/** The first whole reply in what was received; an interim one (100 Continue) is passed over. */
function replyIn(received: Buffer): Parsed | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.subarray(0, headEnd).toString('latin1');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
  if (Number.isNaN(status)) throw new Error(`This is no HTTP: ${head.slice(0, 200)}`);
  const start = headEnd + 4;
  if (status < 200) {
    const next = replyIn(received.subarray(start));
    return next && { ...next, end: next.end + start };
  }
  const closes = /\r\nconnection: close/i.test(head);
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const whole = chunksFrom(received, start);
    return whole && { status, ...whole, closes };
  }
  const hasBody = status !== 204 && status !== 304;
  const end = start + (hasBody ? Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) : 0);
  return received.length < end
    ? undefined
    : { status, body: received.subarray(start, end), end, closes };
}

/** A body that was sent in chunks, once the last one is there. */
function chunksFrom(received: Buffer, start: number): { body: Buffer; end: number } | undefined {
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

/** Bytes that need not be a request, on a connection that is then ended: every status that came back. */
export async function sendBytes(url: string, bytes: Buffer, pauseAt?: number) {
  const began = performance.now();
  const socket = openSocket(url, true);
  let received = '';
  const first = Promise.withResolvers<void>();
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    first.resolve();
  });
  const over = Promise.race([once(socket, 'close'), once(socket, 'end')]).catch(() => {});
  socket.write(bytes.subarray(0, pauseAt));
  if (pauseAt !== undefined) {
    await sleep(5);
    socket.write(bytes.subarray(pauseAt));
  }
  await Promise.race([first.promise, over, sleep(60)]);
  socket.end();
  // The portal ends its side too, or it hangs.
  const isSilent = await Promise.race([over.then(() => false), sleep(timeoutMs, true)]);
  socket.destroy();
  const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, one]) => Number(one));
  return { statuses, isSilent, ms: performance.now() - began };
}
