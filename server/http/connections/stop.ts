import { once } from 'node:events';
import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#contract/problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    isLeaving: () => boolean;
    stopServing: () => Promise<void>;
    handOver: () => Promise<void>;
  }
}

/** Closing at once would reset connections that nobody has accepted or read yet. */
export type StopTimes = {
  /** In event-loop turns, each of which reads what waits; under overload one may take a second. */
  serve: { turns: number; turnMs: number };
  /** Then refuse, at least and at most so long; longer while new connections wait. */
  refuse: { leastMs: number; mostMs: number; comingMs: number };
  /** Then accept nobody new, for those accepted and not read. */
  lastMs: number;
  /** While others serve there is no hurry: an idle connection ends by itself long before. */
  handOverMs: number;
};

export const standardStopTimes: StopTimes = {
  serve: { turns: 20, turnMs: 50 },
  refuse: { leastMs: 500, mostMs: 6000, comingMs: 2000 },
  lastMs: 2000,
  handOverMs: 60_000,
};

/**
 * Leaves nobody without a reply: `/readyz` fails at once and each reply closes its connection; after a second new
 * requests get 503; when the earlier ones have their replies nobody is accepted any more. `handOver` refuses nobody:
 * whoever comes is another process's.
 */
export function makeStoppable(app: FastifyInstance, times: StopTimes): void {
  let stage: 'open' | 'handing-over' | 'leaving' | 'refusing' = 'open';
  let underWay = 0;
  app.decorate('isLeaving', () => stage === 'leaving' || stage === 'refusing');
  app.addHook('onRequest', async () => {
    underWay += 1;
    if (stage !== 'refusing') return;
    throw new Problem('unavailable', 'The portal is being restarted. Please try again shortly.', {
      retryAfter: 5,
    });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stage !== 'open') reply.header('connection', 'close');
  });
  app.addHook('onResponse', async () => {
    underWay -= 1;
  });

  app.decorate('handOver', async () => {
    stage = 'handing-over';
    const closed = once(app.server, 'close');
    // HTTP's own would cut idle connections, on one of which a request may be coming.
    Server.prototype.close.call(app.server);
    const last = setTimeout(() => app.server.closeAllConnections(), times.handOverMs);
    await closed;
    clearTimeout(last);
    await app.close();
  });

  app.decorate('stopServing', async () => {
    const { serve, refuse, lastMs } = times;
    stage = 'leaving';
    for (let turn = 0; turn < serve.turns; turn += 1) await sleep(serve.turnMs);
    stage = 'refusing';
    const began = performance.now();
    const past = () => performance.now() - began;
    while (past() < refuse.leastMs || (underWay > 0 && past() < refuse.mostMs)) await sleep(20);
    const until = Math.min(past() + refuse.comingMs, refuse.mostMs);
    while (past() < until && (await isSomebodyComing(app)));
    const closed = once(app.server, 'close');
    app.server.close();
    // Closing would wait for a connection that falls idle now.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    // And for one on which nothing was sent.
    const last = setTimeout(() => underWay === 0 && app.server.closeAllConnections(), lastMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(last);
    await app.close();
  });
}

/** Node accepts one connection in each turn, and closing resets the others. */
async function isSomebodyComing({ server }: FastifyInstance): Promise<boolean> {
  let isComing = false;
  const onConnection = () => {
    isComing = true;
  };
  server.once('connection', onConnection);
  // The first may run in the current turn.
  for (let turn = 0; turn < 2 && !isComing; turn += 1) await nextTurn();
  server.off('connection', onConnection);
  return isComing;
}
