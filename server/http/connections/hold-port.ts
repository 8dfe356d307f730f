import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem, type ProblemReply } from '#contract/problem.ts';

const { code, message, status } = new Problem(
  'unavailable',
  'The portal is starting. Please try again in a moment.',
);
const startingBody = JSON.stringify({ code, message, error: message } satisfies ProblemReply);

const replyStarting: RequestListener = (request, response) => {
  const isAlive = request.url === '/healthz';
  response
    .writeHead(isAlive ? 200 : status, {
      connection: 'close',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...(!isAlive && { 'retry-after': '5' }),
    })
    .end(isAlive ? JSON.stringify({ status: 'ok' }) : startingBody);
};

/** Starts listening on the port. Call this before startup writes any data. Throws if another process uses the port. */
export async function reservePort({ host, port }: { host: string; port: number }): Promise<Server> {
  const door = createServer(replyStarting);
  try {
    door.listen({ port, host: toBindAddress(host) });
    await once(door, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} of ${host} is taken by another process. Stop that process, or set PORT to another port.`,
    );
  }
  return door;
}

/** Replaces `localhost` with its IPv4 address, because the name may also resolve to IPv6. */
export const toBindAddress = (host: string) => (host === 'localhost' ? '127.0.0.1' : host);

/** Starts serving and returns the app's URL. If `door` is a server from `reservePort`, takes over its open port. */
export async function startListening(
  app: FastifyInstance,
  door: Server | { host: string; port: number },
): Promise<string> {
  await app.ready();
  const listening = once(app.server, 'listening');
  app.server.listen(door);
  await listening;
  return app.listeningOrigin;
}
