import { type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type {
  FastifyBaseLogger,
  FastifyHttpOptions,
  FastifyInstance,
  FastifyRequest,
} from 'fastify';
import type { ProblemReply } from '#contract/problem.ts';
import { largestBody, tooLarge } from '#server/http/bodies/body-sizes.ts';
import { createSequentialServer } from './sequential-server.ts';

const MB = 1024 * 1024;

/** Why each: docs/decisions/0013. Times in milliseconds. */
export type Limits = {
  /** Counted from the connection's first moment. */
  headersMs: number;
  /** Body included: 200 MB over 1 Mbit/s take about 30 minutes. */
  requestMs: number;
  /** Nothing moves either way: a reader that has stopped reading. */
  silenceMs: number;
  keepAliveMs: number;
  checkMs: number;
  /** Each `ms` must bring `bytes` of a body, while the portal takes them. */
  pace: { ms: number; bytes: number };
  connections: number;
  /** Of one connection, without a reply yet. */
  pipelined: number;
};

export const standardLimits: Limits = {
  headersMs: 20_000,
  requestMs: 60 * 60_000,
  silenceMs: 2 * 60_000,
  keepAliveMs: 10_000,
  checkMs: 5000,
  pace: { ms: 30_000, bytes: 240 * 1024 },
  connections: 10_000,
  pipelined: 20,
};

export function serverOptions(limits: Limits, log: Pick<FastifyBaseLogger, 'warn'>) {
  return {
    bodyLimit: MB,
    clientErrorHandler: refuseOnSocket,
    serverFactory: (handle) => {
      const server = createSequentialServer(handle, {
        requestTimeout: limits.requestMs,
        keepAliveTimeout: limits.keepAliveMs,
        headersTimeout: limits.headersMs,
        connectionsCheckingInterval: limits.checkMs,
        maxHeaderSize: 16 * 1024,
        pipelined: limits.pipelined,
        onTooMany: (address) =>
          log.warn({ address }, 'a connection asked too much without reading, and was ended'),
      });
      server.setTimeout(limits.silenceMs);
      server.maxConnections = limits.connections;
      return server;
    },
  } satisfies FastifyHttpOptions<Server>;
}

/** So that the sender gets the refusal. */
const readToRefuse = 16 * MB;

type Watched = {
  socket: Socket;
  /** In bytes, to take or to refuse. */
  limit: number;
  began: number;
  since: number;
  windowBegan: number;
};

/** A body that is too slow ends with 408, one that is too large with 413, before it was read. */
export function watchBodies(app: FastifyInstance, { pace }: Limits): void {
  const { sizeLimits } = app.services.config;
  /** Of the cohort that takes the most. */
  const maxMembers = () =>
    Math.max(...app.services.content.cohorts.map(({ rules }) => rules.maxMembers));
  const watched = new Map<FastifyRequest['raw'], Watched>();

  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
    if (chunked === undefined && !(Number(length) > 0)) return;
    const { endpoint } = request.routeOptions.config;
    const limit = largestBody(endpoint, request.params, sizeLimits, maxMembers());
    const { socket } = request.raw;
    // An injected request has no connection, and no pace.
    if (socket instanceof Socket) {
      const began = socket.bytesRead;
      const body = { socket, limit: limit + readToRefuse, began, windowBegan: began };
      watched.set(request.raw, { ...body, since: Date.now() });
    }
    if (!(Number(length) > limit)) return;
    if (Number(length) > limit + readToRefuse) reply.header('connection', 'close');
    throw tooLarge(endpoint, request.params, sizeLimits, maxMembers());
  });

  const look = () => {
    const now = Date.now();
    for (const [request, body] of watched) {
      const { socket } = body;
      if (request.complete || socket.destroyed) watched.delete(request);
      else if (socket.bytesRead - body.began > body.limit)
        refuseOnSocket({ code: 'TOO_LARGE' }, socket);
      // Unread bytes mean that the portal is slow.
      else if (request.readableLength > 0) restart(body, now);
      else if (now - body.since >= pace.ms) {
        if (socket.bytesRead - body.windowBegan < pace.bytes)
          refuseOnSocket({ code: 'TOO_SLOW' }, socket);
        restart(body, now);
      }
    }
  };
  const timer = setInterval(look, Math.min(1000, pace.ms / 4));
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function restart(body: Watched, now: number): void {
  body.since = now;
  body.windowBegan = body.socket.bytesRead;
}

const slow = [
  408,
  'too-slow',
  'The request arrived too slowly. Please try again on a better connection.',
] as const;
const refusals: Record<string, readonly [number, string, string]> = {
  TOO_SLOW: slow,
  TOO_LARGE: [413, 'too-large', 'The request is larger than anything that is taken here.'],
  ERR_HTTP_REQUEST_TIMEOUT: slow,
  HPE_HEADER_OVERFLOW: [431, 'invalid', 'The head of the request is too large.'],
};
const unreadable = [400, 'invalid', 'The request cannot be read.'] as const;

/** Below the app, where there is no reply object; the usual shape, then hangs up. */
function refuseOnSocket({ code = '' }: { code?: string }, socket: Socket): void {
  if (socket.destroyed || code === 'ECONNRESET') return;
  const [status, problem, message] = refusals[code] ?? unreadable;
  const body: ProblemReply = { code: problem, message, error: message };
  const text = JSON.stringify(body);
  // A reply that has begun cannot be followed by another one.
  if (socket.writable && !hasBegun(socket)) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  }
  socket.destroySoon();
}

/** Node keeps a connection's current response on its socket. */
function hasBegun(socket: Socket): boolean {
  const { _httpMessage: response } = socket as Socket & {
    _httpMessage?: { headersSent: boolean } | null;
  };
  return response?.headersSent === true;
}
