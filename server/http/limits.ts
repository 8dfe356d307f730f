import { type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify';
import type { SizeLimits } from '#contract/documents.ts';
import { Problem, type ProblemReply } from '#contract/problem.ts';
import { maxMembers } from '#contract/proposals.ts';

const MB = 1024 * 1024;

/** Every limit of a connection, set on purpose (docs/decisions/0013). Times in milliseconds. */
export type Limits = {
  /** A request's head must be here within this time, from the connection's first moment on. */
  headersMs: number;
  /** A whole request, body included: 200 MB over 1 Mbit/s take about 30 minutes. */
  requestMs: number;
  /** A connection on which nothing moves in either direction: a reader that has stopped reading. */
  silenceMs: number;
  /** A connection between two requests. */
  keepAliveMs: number;
  /** How often Node looks for heads and requests that are late. */
  checkMs: number;
  /** Every `ms` of a body must bring at least `bytes`, for as long as the portal takes them. */
  pace: { ms: number; bytes: number };
  connections: number;
};

export const standardLimits: Limits = {
  headersMs: 20_000,
  requestMs: 60 * 60_000,
  silenceMs: 2 * 60_000,
  keepAliveMs: 10_000,
  checkMs: 5000,
  pace: { ms: 30_000, bytes: 240 * 1024 },
  connections: 10_000,
};

/** The limits as Fastify and Node take them. */
export function serverOptions(limits: Limits) {
  return {
    bodyLimit: MB,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.silenceMs,
    keepAliveTimeout: limits.keepAliveMs,
    // None: a limit would answer pipelined requests with a 503 of Node's own and protect nothing.
    maxRequestsPerSocket: 0,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: 16 * 1024,
    },
    clientErrorHandler: refuseOnSocket,
  } satisfies FastifyHttpOptions<Server>;
}

/** More than any form that is taken: files at their limits, their texts, and some that is only read to be refused. */
export function largestBody(sizes: SizeLimits): number {
  const proposal = sizes.proposal + maxMembers * (sizes.feeProof + sizes.certificate);
  return Math.max(proposal, ...Object.values(sizes)) + 16 * MB;
}

type Watched = { socket: Socket; began: number; since: number; windowBegan: number };

/**
 * Watches every body that is on its way, taken or refused: one that is too slow ends with 408, one that is larger
 * than any that is taken with 413, before it was read. What had arrived of it is discarded like a broken connection's.
 */
export function watchBodies(app: FastifyInstance, { pace, connections }: Limits): void {
  const limit = largestBody(app.services.config.sizeLimits);
  const watched = new Map<FastifyRequest['raw'], Watched>();

  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
    if (chunked === undefined && !(Number(length) > 0)) return;
    if (Number(length) > limit) {
      reply.header('connection', 'close');
      throw new Problem('too-large', 'The request is larger than anything that is taken here.');
    }
    const { socket } = request.raw;
    // What is injected without a connection has no pace, and never ends here.
    if (!(socket instanceof Socket)) return;
    const { bytesRead } = socket;
    watched.set(request.raw, {
      socket,
      began: bytesRead,
      since: Date.now(),
      windowBegan: bytesRead,
    });
  });

  const look = () => {
    const now = Date.now();
    for (const [request, body] of watched) {
      const { socket } = body;
      if (request.complete || socket.destroyed) watched.delete(request);
      else if (socket.bytesRead - body.began > limit) refuseOnSocket({ code: 'TOO_LARGE' }, socket);
      // While bytes lie here unread it is the portal that is slow.
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
  app.server.maxConnections = connections;
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

/** Refuses below the app, where there is no reply to use, in the one shape that refusals have; then hangs up. */
function refuseOnSocket({ code = '' }: { code?: string }, socket: Socket): void {
  if (socket.destroyed || code === 'ECONNRESET') return;
  const [status, problem, message] = refusals[code] ?? unreadable;
  const body: ProblemReply = { code: problem, message, error: message };
  const text = JSON.stringify(body);
  // An answer that has begun cannot be followed by another one.
  if (socket.writable && !hasBegun(socket)) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  }
  socket.destroySoon();
}

/** Node keeps the answer that a connection is busy with on its socket. */
function hasBegun(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & {
    _httpMessage?: { headersSent: boolean } | null;
  };
  return answer?.headersSent === true;
}
