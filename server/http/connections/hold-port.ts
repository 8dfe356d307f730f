import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem, type ProblemReply } from '#contract/problem.ts';

const { code, message, status } = new Problem(
  'unavailable',
  'The portal is starting. Please try again in a moment.',
);
const starting = JSON.stringify({ code, message, error: message } satisfies ProblemReply);

/** `/healthz` is served, `/readyz` refused. */
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
    .end(isAlive ? JSON.stringify({ status: 'ok' }) : starting);
};

/** Before anything is written, so that a start without the port changes nothing. Throws when it is taken. */
export async function holdPort({ host, port }: { host: string; port: number }): Promise<Server> {
  const door = createServer(replyStarting);
  try {
    door.listen({ port, host: boundHost(host) });
    await once(door, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} of ${host} is taken by another process: stop that one, or set PORT to another.`,
    );
  }
  return door;
}

/** Of the two addresses behind the name always the same. */
export const boundHost = (host: string) => (host === 'localhost' ? '127.0.0.1' : host);

/** With a door the port is never free meanwhile. Returns the app's address. */
export async function openAt(
  app: FastifyInstance,
  door: Server | { host: string; port: number },
): Promise<string> {
  await app.ready();
  const listening = once(app.server, 'listening');
  app.server.listen(door);
  await listening;
  return app.listeningOrigin;
}
