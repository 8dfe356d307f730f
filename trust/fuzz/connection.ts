import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What came back for a request: its status, or that the portal closed the connection or kept silent. */
export type Outcome = { status: number | 'closed' | 'silent'; ms: number; body: Buffer };

/** Longer than this without an answer is a hang. */
export const deadlineMs = 30_000;

/**
 * Sends requests byte by byte as they are made, one after the other, on a connection that is kept as long as the
 * portal keeps it. Knows as much of HTTP as is needed to find the end of an answer.
 */
export class Connection {
  readonly #port: number;
  #socket: Socket | undefined;
  #received = Buffer.alloc(0);
  #wake = () => {};

  constructor(port: number) {
    this.#port = port;
  }

  /** One whole request and its answer. */
  async exchange(request: Buffer): Promise<Outcome> {
    const began = performance.now();
    const socket = this.#socket ?? (await this.#open());
    socket.write(request);
    for (;;) {
      const answer = answerIn(this.#received);
      const ms = performance.now() - began;
      if (answer) {
        this.#received = this.#received.subarray(answer.end);
        if (answer.closes) this.close();
        return { status: answer.status, ms, body: answer.body };
      }
      if (socket.destroyed || ms > deadlineMs) {
        const status = socket.destroyed ? 'closed' : 'silent';
        this.close();
        return { status, ms, body: Buffer.alloc(0) };
      }
      await this.#news(deadlineMs - ms + 1);
    }
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#received = Buffer.alloc(0);
  }

  async #open(): Promise<Socket> {
    const socket = connect(this.#port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      if (socket !== this.#socket) return;
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (socket !== this.#socket) return;
      this.#wake();
      this.#socket = undefined;
    });
    this.#socket = socket;
    await once(socket, 'connect');
    return socket;
  }

  async #news(within: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const late = setTimeout(resolve, within);
    await promise;
    clearTimeout(late);
  }
}

type Answer = { status: number; body: Buffer; end: number; closes: boolean };

/** The first whole answer in what was received; an interim one (100 Continue) is passed over. */
function answerIn(received: Buffer): Answer | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.subarray(0, headEnd).toString('latin1');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
  if (Number.isNaN(status)) throw new Error(`This is no HTTP: ${head.slice(0, 200)}`);
  const start = headEnd + 4;
  if (status < 200) {
    const next = answerIn(received.subarray(start));
    return next && { ...next, end: next.end + start };
  }
  const closes = /\r\nconnection: close/i.test(head);
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const whole = chunksFrom(received, start);
    return whole && { status, ...whole, closes };
  }
  const length =
    status === 204 || status === 304
      ? 0
      : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const end = start + length;
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

/** Bytes that need not be a request, on a connection of their own that is then ended: every status that came back. */
export async function throwAt(port: number, bytes: Buffer, pauseAt?: number) {
  const began = performance.now();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  const news = Promise.withResolvers<void>();
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
    news.resolve();
  });
  socket.on('error', () => {});
  const closed = new Promise<true>((resolve) => socket.on('close', () => resolve(true)));
  socket.write(bytes.subarray(0, pauseAt));
  if (pauseAt !== undefined) {
    await sleep(5);
    socket.write(bytes.subarray(pauseAt));
  }
  await Promise.race([news.promise, closed, sleep(60)]);
  socket.end();
  // The portal ends its side too, or it hangs.
  const inTime = await Promise.race([closed, ended(socket), sleep(deadlineMs, false)]);
  socket.destroy();
  const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) =>
    Number(status),
  );
  return { statuses, isSilent: !inTime, ms: performance.now() - began };
}

async function ended(socket: Socket): Promise<true> {
  await new Promise((resolve) => socket.on('end', resolve));
  return true;
}
