import { type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type {
  FastifyBaseLogger,
  FastifyHttpOptions,
  FastifyInstance,
  FastifyRequest,
} from 'fastify';
import type { ProblemReply } from '#contract/problem.ts';
import { createTooLargeProblem, getMaxBodyBytes } from '#server/http/bodies/body-sizes.ts';
import { parseClientAddress } from './parse-client-address.ts';
import { createPipelineLimitingServer } from './sequential-server.ts';

const MB = 1024 * 1024;

/** Limits for connections and requests; see docs/limits.md and docs/decisions/0013. */
export type ConnectionLimits = {
  headersMs: number;
  /** Time limit for receiving the whole request. An upload of 200 MB at 1 Mbit/s takes about 30 minutes. */
  requestMs: number;
  /** Maximum time without traffic in either direction. */
  silenceMs: number;
  keepAliveMs: number;
  checkMs: number;
  connections: number;
  /** Maximum number of pipelined requests that may wait on one connection. */
  pipelined: number;
};

export const defaultConnectionLimits: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 60 * 60_000,
  silenceMs: 2 * 60_000,
  keepAliveMs: 10_000,
  checkMs: 5000,
  connections: 10_000,
  pipelined: 20,
};

export function buildServerOptions(limits: ConnectionLimits, log: Pick<FastifyBaseLogger, 'warn'>) {
  return {
    bodyLimit: MB,
    clientErrorHandler: refuseOnSocket,
    serverFactory: (handle) => {
      const server = createPipelineLimitingServer(handle, {
        requestTimeout: limits.requestMs,
        keepAliveTimeout: limits.keepAliveMs,
        headersTimeout: limits.headersMs,
        connectionsCheckingInterval: limits.checkMs,
        maxHeaderSize: 16 * 1024,
        pipelined: limits.pipelined,
        onTooMany: (address) =>
          log.warn(
            { address: parseClientAddress(address) },
            'closed a connection with too many pipelined requests',
          ),
      });
      server.setTimeout(limits.silenceMs);
      server.maxConnections = limits.connections;
      return server;
    },
  } satisfies FastifyHttpOptions<Server>;
}

/** Bytes read beyond a body's size limit, so that the client can finish sending and receive the error reply. */
const graceBytes = 16 * MB;

/** Replies 413 to a body that is too large, without waiting for the rest. */
export function enforceBodyLimits(app: FastifyInstance): void {
  const watched = new Map<FastifyRequest['raw'], { socket: Socket; until: number }>();

  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
    if (chunked === undefined && !(Number(length) > 0)) return;
    const { endpoint } = request.routeOptions.config;
    const limit = getMaxBodyBytes(endpoint, request.params, app.services);
    const { socket } = request.raw;
    // A request from `app.inject` has no real socket to monitor.
    if (socket instanceof Socket)
      watched.set(request.raw, { socket, until: socket.bytesRead + limit + graceBytes });
    if (!(Number(length) > limit)) return;
    if (Number(length) > limit + graceBytes) reply.header('connection', 'close');
    throw createTooLargeProblem(endpoint, request.params, app.services);
  });

  const checkBodies = () => {
    for (const [request, { socket, until }] of watched) {
      if (request.complete || socket.destroyed) watched.delete(request);
      else if (socket.bytesRead > until) refuseOnSocket({ code: 'TOO_LARGE' }, socket);
    }
  };
  const timer = setInterval(checkBodies, 1000);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

const refusals: Record<string, readonly [number, string, string]> = {
  TOO_LARGE: [413, 'too-large', 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'too-slow',
    'The request arrived too slowly. Please try again on a better connection.',
  ],
  HPE_HEADER_OVERFLOW: [431, 'invalid', 'The head of the request is too large.'],
};
const unreadable = [400, 'invalid', 'The request cannot be read.'] as const;

/** Handles errors to which Fastify does not reply: writes an error reply directly to the socket and closes it. */
function refuseOnSocket({ code = '' }: { code?: string }, socket: Socket): void {
  if (socket.destroyed || code === 'ECONNRESET') return;
  const [status, problem, message] = refusals[code] ?? unreadable;
  const body: ProblemReply = { code: problem, message, error: message };
  const text = JSON.stringify(body);
  if (socket.writable && !hasSentHeaders(socket)) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  }
  socket.destroySoon();
}

/** Returns true if the reply has started. Reads Node's private reference to the response. */
function hasSentHeaders(socket: Socket): boolean {
  const { _httpMessage: response } = socket as Socket & {
    _httpMessage?: { headersSent: boolean } | null;
  };
  return response?.headersSent === true;
}
