import { statfs } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { Caller } from '#tools/test/caller.ts';
import { aPdf } from '#tools/test/people.ts';
import type { Scene } from '#trust/lib/clients.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { prepare } from '#trust/lib/scenes.ts';

const MB = 1024 * 1024;

export type Flood = {
  /** How many of the connections the portal had ended by the end. */
  ended: number;
  /** Whether the portal survived. */
  isRunning: boolean;
  peakBytes: number;
  /** Calls of somebody else meanwhile, those that failed, and the slowest in milliseconds. */
  calls: number;
  failed: string[];
  worstMs: number;
};

/** What is asked for without reading the answers: a file, the document, a call, nothing at all, and heads alone. */
const asked = [
  'GET /api/docs/static/swagger-ui-bundle.js',
  'GET /',
  'GET /api/content/home',
  'GET /nothing.js',
  'HEAD /api/docs/static/swagger-ui-bundle.js',
  'GET /api/docs/json',
];

/** Sends `requests` pipelined requests on each of so many connections, reads nothing, and calls the portal meanwhile. */
export async function runPipelined(
  dataDir: string,
  { connections, requests, seconds }: { connections: number; requests: number; seconds: number },
): Promise<Flood> {
  return flooded({ dataDir, seconds }, async ({ url }, open) => {
    for (let index = 0; index < connections; index += 1) {
      const line = asked[index % asked.length];
      open().pause().write(`${line} HTTP/1.1\r\nHost: h\r\n\r\n`.repeat(requests));
      if (index % 100 === 99) await sleep(20);
    }
    return () => fetch(`${url}/api/content/home`);
  });
}

/** Begins so many sign-ups that declare `declared` bytes and send next to nothing, and uploads theses meanwhile. */
export async function runDeclared(
  dataDir: string,
  {
    connections,
    declared,
    seconds,
    spare = 1024 * MB,
  }: { connections: number; declared: number; seconds: number; spare?: number },
): Promise<Flood> {
  // As on a disk that has so much to spare above its watermark.
  const { bavail, bsize } = await statfs(dataDir);
  const env = { MIN_FREE_MB: String(Math.max(0, Math.floor((bavail * bsize - spare) / MB))) };
  return flooded({ dataDir, seconds, env }, async ({ url, scene }, open) => {
    const head = `POST ${register.path} HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${declared}\r\n\r\n`;
    const part =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="cv.pdf"\r\n\r\n%PDF-1.4\n';
    for (let index = 0; index < connections; index += 1) {
      open()
        .resume()
        .write(head + part);
    }
    const { email, token } = scene.student;
    const student = new Caller(url, token);
    const params = { kind: 'thesis' as const, email };
    return () => student.request(uploadDocument, { params, body: { file: aPdf() } });
  });
}

/** Holds the portal in `dataDir` under what `attack` opens for `seconds`, and calls it as `attack` answers. */
async function flooded(
  { dataDir, seconds, env }: { dataDir: string; seconds: number; env?: Record<string, string> },
  attack: (
    portal: { url: string; scene: Scene },
    open: () => Socket,
  ) => Promise<() => Promise<Response>>,
): Promise<Flood> {
  const portal = startPortal({ dataDir, databaseUrl: undefined }, { measured: true, env });
  const sockets: Socket[] = [];
  const flood: Flood = {
    ended: 0,
    isRunning: true,
    peakBytes: 0,
    calls: 0,
    failed: [],
    worstMs: 0,
  };
  try {
    const { url } = await portal.ready;
    const [scene] = await prepare(url);
    if (!scene) throw new Error('There is no group.');
    const open = () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
      return socket;
    };
    const call = await attack({ url, scene }, open);
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until && portal.isRunning()) {
      const began = performance.now();
      const fate = await call().then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok ? undefined : String(answer.status);
        },
        (error: Error) => String(error.cause ?? error),
      );
      flood.calls += 1;
      if (fate) flood.failed.push(fate);
      flood.worstMs = Math.max(flood.worstMs, performance.now() - began);
      await sleep(50);
    }
    flood.isRunning = portal.isRunning();
    if (flood.isRunning) flood.peakBytes = await portal.peakBytes();
    // Who never reads does not learn of the end.
    for (const socket of sockets) socket.resume();
    const ended = () => sockets.filter((socket) => socket.closed || socket.readableEnded).length;
    for (let turn = 0; turn < 50 && ended() < sockets.length; turn += 1) await sleep(100);
    flood.ended = ended();
    return flood;
  } finally {
    for (const socket of sockets) socket.destroy();
    await portal.kill('SIGKILL');
  }
}
