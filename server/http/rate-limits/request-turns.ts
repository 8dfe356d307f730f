import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import { getNetworkPrefix } from '#server/http/connections/get-network.ts';
import { requestCosts } from './limits.ts';

/** Turns of one account, or of one network's visitors, in a process. A browser sends as many requests at once. */
export const maxRequestsAtOnce = 6;

/** Turns that a request takes. A request that computes for longer takes several, so that fewer are handled at once. */
const getTurns = ({ cost }: Pick<Endpoint, 'cost'>): number =>
  (requestCosts[cost].base.work ?? 0) < longWork ? 1 : maxRequestsAtOnce / 2;
const longWork = 4;

type Waiting = { turns: number; grant: () => void };
type Line = { taken: number; waiting: Set<Waiting> };

declare module 'fastify' {
  interface FastifyInstance {
    requestTurns: RequestTurns;
  }
}

const getPayer = ({ caller, ip, routeOptions: { config } }: FastifyRequest): string => {
  if (caller) return `account ${caller.userId}`;
  return `${config.endpoint?.cost === 'entry' ? 'entries' : 'guests'} ${getNetworkPrefix(ip)}`;
};

/**
 * Limits how many requests of one payer are handled at the same time; the others wait in the order of their arrival. A
 * request of somebody else therefore waits for a few of them only, even if hundreds have arrived.
 */
class RequestTurns {
  readonly #lines = new Map<string, Line>();
  /** The payer and the turns of each request that is handled. */
  readonly #handled = new WeakMap<FastifyRequest, { payer: string; turns: number }>();

  /** Waits for the request's turn. Throws if it has to wait and the client has disconnected or disconnects meanwhile. */
  async begin(request: FastifyRequest, reply: ServerResponse): Promise<void> {
    const payer = getPayer(request);
    const { endpoint } = request.routeOptions.config;
    const turns = endpoint ? getTurns(endpoint) : 1;
    const line = this.#lines.get(payer) ?? { taken: 0, waiting: new Set() };
    this.#lines.set(payer, line);
    if (line.waiting.size === 0 && hasRoom(line, turns)) line.taken += turns;
    else if (reply.destroyed) throw createCutShortProblem();
    else await waitInLine(line, turns, reply);
    this.#handled.set(request, { payer, turns });
  }

  /** Ends the request's turn, if it has one, before its reply is sent or while it waits for its client or for a job. */
  end(request: FastifyRequest): void {
    const handled = this.#handled.get(request);
    const line = handled && this.#lines.get(handled.payer);
    if (!line) return;
    const { payer, turns } = handled;
    this.#handled.delete(request);
    // Continue in the next iteration of the event loop, so that other people's requests are read in between.
    setImmediate(() => {
      line.taken -= turns;
      grantNext(line);
      if (line.taken === 0 && line.waiting.size === 0) this.#lines.delete(payer);
    });
  }

  /** Waits for the turn of a request that is refused before its turn. */
  async pass(request: FastifyRequest, reply: ServerResponse): Promise<void> {
    if (this.#handled.has(request)) return;
    await this.begin(request, reply);
    this.end(request);
  }

  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }
}

const createCutShortProblem = () => new Problem('invalid', 'The request was cut short.');

const hasRoom = ({ taken }: Line, turns: number) => taken + turns <= maxRequestsAtOnce;

/** Grants the turns of the first waiting requests, one in each iteration of the event loop. */
function grantNext(line: Line) {
  const [next] = line.waiting;
  if (!next || !hasRoom(line, next.turns)) return;
  line.taken += next.turns;
  next.grant();
  setImmediate(() => grantNext(line));
}

function waitInLine(line: Line, turns: number, reply: ServerResponse): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const place: Waiting = {
    turns,
    grant: () => {
      line.waiting.delete(place);
      reply.off('close', leave);
      resolve();
    },
  };
  const leave = () => {
    line.waiting.delete(place);
    reject(createCutShortProblem());
    // A request that takes fewer turns may have waited behind this one.
    grantNext(line);
  };
  line.waiting.add(place);
  reply.once('close', leave);
  return promise;
}

/** Makes the requests for endpoints of the contract take turns, after their JSON body has arrived. */
export function addRequestTurns(app: FastifyInstance): void {
  const turns = new RequestTurns();
  app.decorate('requestTurns', turns);
  app.addHook('preValidation', async (request, reply) => {
    if (request.routeOptions.config.endpoint) await turns.begin(request, reply.raw);
  });
  app.addHook('onSend', async (request) => turns.end(request));
  app.addHook('onResponse', async (request) => turns.end(request));
}
