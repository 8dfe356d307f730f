import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '#contract/problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    isLeaving: () => boolean;
    stopServing: () => Promise<void>;
  }
}

/** Durations of the stages of a shutdown. Closing immediately would reset connections that are being established. */
export type ShutdownTimes = {
  /** Stage 1: the portal still serves requests for at least `turns` × `turnMs`. Under overload, it takes longer. */
  serve: { turns: number; turnMs: number };
  /**
   * Stage 2: the portal rejects new requests for at least `minMs`. Active requests and (for up to `newConnectionsMs`)
   * new connections prolong this stage up to `maxMs`.
   */
  refuse: { minMs: number; maxMs: number; newConnectionsMs: number };
  /**
   * Stage 3: refuses new connections and serves open ones. After `lastMs` closes those that transfer a body, in either
   * direction, because a slow client could take hours. The client resumes a download by a range. Requests that are being
   * processed are completed.
   */
  lastMs: number;
};

export const defaultShutdownTimes: ShutdownTimes = {
  serve: { turns: 20, turnMs: 50 },
  refuse: { minMs: 500, maxMs: 6000, newConnectionsMs: 2000 },
  lastMs: 2000,
};

/** Adds `stopServing`: `/readyz` fails, then new requests get 503, and the server closes after the last reply. */
export function addGracefulShutdown(app: FastifyInstance, times: ShutdownTimes): void {
  let stage: 'open' | 'leaving' | 'refusing' = 'open';
  /** Replies to requests that are being processed, and replies that are being sent. */
  const active = new Set<FastifyReply>();
  app.decorate('isLeaving', () => stage !== 'open');
  app.addHook('onRequest', async (_request, reply) => {
    active.add(reply);
    if (stage === 'refusing') throw createRestartProblem();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stage !== 'open') reply.header('connection', 'close');
    // `onResponse` does not run if the client disconnects before it has received the whole reply.
    if (reply.raw.destroyed) active.delete(reply);
    else reply.raw.once('close', () => active.delete(reply));
  });
  app.addHook('onResponse', async (_request, reply) => {
    active.delete(reply);
  });

  app.decorate('stopServing', async () => {
    const { serve, refuse, lastMs } = times;
    stage = 'leaving';
    for (let turn = 0; turn < serve.turns; turn += 1) await sleep(serve.turnMs);
    stage = 'refusing';
    // Waiting jobs would outlast the time limit for stopping.
    app.work.queue.close(createRestartProblem());
    const began = performance.now();
    const elapsedMs = () => performance.now() - began;
    while (elapsedMs() < refuse.minMs || (active.size > 0 && elapsedMs() < refuse.maxMs))
      await sleep(20);
    const until = Math.min(elapsedMs() + refuse.newConnectionsMs, refuse.maxMs);
    while (elapsedMs() < until && (await hasNewConnections(app)));
    const closed = once(app.server, 'close');
    app.server.close();
    const lastAt = elapsedMs() + lastMs;
    const sweep = setInterval(() => {
      // Close connections that become idle, because `server.close` waits for them.
      app.server.closeIdleConnections();
      if (elapsedMs() < lastAt) return;
      for (const reply of active) if (isTransferring(reply)) reply.raw.destroy();
      if (active.size === 0) app.server.closeAllConnections();
    }, 50);
    await closed;
    clearInterval(sweep);
    await app.close();
  });
}

/** Returns true if the body of the request is still arriving, or the reply is being sent. */
const isTransferring = ({ request, raw }: FastifyReply): boolean =>
  raw.headersSent || !request.raw.complete;

const createRestartProblem = () =>
  new Problem('unavailable', 'The portal is being restarted. Please try again shortly.', {
    retryAfter: 5,
  });

/** Returns true if Node has just accepted a connection. More may be waiting, and closing the server resets them. */
async function hasNewConnections({ server }: FastifyInstance): Promise<boolean> {
  let isConnected = false;
  const onConnection = () => {
    isConnected = true;
  };
  server.once('connection', onConnection);
  // Wait for two iterations, because the first wait may end within the current event-loop iteration.
  for (let turn = 0; turn < 2 && !isConnected; turn += 1) await nextTurn();
  server.off('connection', onConnection);
  return isConnected;
}
