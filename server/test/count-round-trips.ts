import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';

type SentQuery = pg.Query & { callback?: (...results: unknown[]) => void };
type Recording = { roundTrips: number; maxConnections: number };

let recording: Recording | undefined;
let running = 0;
/** Number of statements without a reply by connection. */
const busy = new Map<pg.Connection, number>();
/** Callbacks of the statements whose replies have arrived in the current round trip. */
let arrived: (() => void)[] = [];
let timer: NodeJS.Timeout | undefined;
/** A statement may wait for a lock of another statement of the request, whose reply must then not wait for it. */
const maxWaitMs = 1000;

/** Passes on the replies of a round trip together, so that the count does not depend on their order. */
function passOn(): void {
  clearTimeout(timer);
  const callbacks = arrived;
  arrived = [];
  if (recording && callbacks.length > 0) recording.roundTrips += 1;
  for (const callback of callbacks) callback();
}

/** Statements that are sent without waiting for each other take one round trip together. */
function countSubmit(submit: pg.Query['submit']): pg.Query['submit'] {
  return function submitAndCount(this: SentQuery, connection) {
    const { callback } = this;
    running += 1;
    busy.set(connection, (busy.get(connection) ?? 0) + 1);
    if (recording) recording.maxConnections = Math.max(recording.maxConnections, busy.size);
    this.callback = (...results) => {
      running -= 1;
      const left = (busy.get(connection) ?? 0) - 1;
      if (left > 0) busy.set(connection, left);
      else busy.delete(connection);
      if (!recording) return callback?.(...results);
      if (arrived.length === 0) timer = setTimeout(passOn, maxWaitMs);
      arrived.push(() => callback?.(...results));
      if (running === 0) setImmediate(() => running === 0 && passOn());
    };
    return submit.call(this, connection);
  };
}

/** Starts to watch the statements of this process. Returns a function that ends it. */
export function watchRoundTrips(): () => void {
  const { submit } = pg.Query.prototype;
  pg.Query.prototype.submit = countSubmit(submit);
  return () => {
    pg.Query.prototype.submit = submit;
  };
}

/**
 * Returns the result of `work`, how often it waited for PostgreSQL, and on how many connections it waited at once. Nothing
 * else may use the database meanwhile.
 */
export async function countRoundTrips<T>(work: () => Promise<T>) {
  // The previous request may still record something that its reply does not wait for.
  do await nextTurn();
  while (running > 0 || arrived.length > 0);
  const current: Recording = { roundTrips: 0, maxConnections: 0 };
  recording = current;
  try {
    const result = await work();
    return { result, ...current };
  } finally {
    recording = undefined;
  }
}
