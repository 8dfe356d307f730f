import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#contract/problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the portal still wants requests: `/readyz` tells proxies. */
    isLeaving: () => boolean;
    /** Stops serving: see `makeStoppable`. */
    stopServing: () => Promise<void>;
  }
}

/**
 * How a portal stops that is told to. Closing at once would reset the connections that nobody has accepted or read yet.
 */
export type StopTimes = {
  /**
   * So long everything is served as before, in turns of its own, each of which reads all that is waiting: what had
   * reached the machine before. On one that is overloaded a second may go by in a turn.
   */
  serve: { turns: number; turnMs: number };
  /**
   * Then new requests are refused, so long at least, at most while earlier ones are answered, and a little longer while
   * new connections wait at the door.
   */
  refuse: { leastMs: number; mostMs: number; comingMs: number };
  /** After nobody new is let in: for those who were let in and have not been read. */
  lastMs: number;
};

export const standardStopTimes: StopTimes = {
  serve: { turns: 20, turnMs: 50 },
  refuse: { leastMs: 500, mostMs: 6000, comingMs: 2000 },
  lastMs: 2000,
};

/**
 * Gives the app a way to stop that leaves nobody without an answer: `/readyz` says no at once and every answer closes its
 * connection; after a second new requests are refused with 503; when earlier ones are answered nobody is let in any more.
 */
export function makeStoppable(app: FastifyInstance, times: StopTimes): void {
  let stage: 'open' | 'leaving' | 'refusing' = 'open';
  let underWay = 0;
  app.decorate('isLeaving', () => stage !== 'open');
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
    // A connection that falls idle now would be waited for until its browser lets go of it.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    // One that has not said anything either.
    const last = setTimeout(() => underWay === 0 && app.server.closeAllConnections(), lastMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(last);
    await app.close();
  });
}

/** Whether connections wait to be accepted: Node takes one in each turn of its loop, and closing resets the others. */
async function isSomebodyComing({ server }: FastifyInstance): Promise<boolean> {
  let isComing = false;
  const onConnection = () => {
    isComing = true;
  };
  server.once('connection', onConnection);
  // The first may run in the turn that this one is in.
  for (let turn = 0; turn < 2 && !isComing; turn += 1) await nextTurn();
  server.off('connection', onConnection);
  return isComing;
}
