import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';

export type ReadQuery = Pick<CompiledQuery, 'sql' | 'parameters'>;
export type ReadRequest = ReadQuery & { id: number };
export type ReadReply = { id: number } & (
  | { rows: unknown[]; ms: number }
  | { error: string; errcode: number | undefined }
);
type ReadResult = { rows: unknown[]; ms: number };
type WaitingQuery = PromiseWithResolvers<ReadResult> & { request: ReadRequest };

const defaultLimits = { queryMs: 20_000, idleMs: 60_000 };

/**
 * Runs selects in a thread with a connection of its own, one after another. The thread starts with the first query and
 * ends when it is idle, to save memory. A query that exceeds its time limit is rejected, and the queries behind it run in
 * a new thread. The previous thread ends only after the query, because SQLite cannot cancel it.
 */
export class SqliteReadThread {
  readonly #file: string;
  readonly #limits: typeof defaultLimits;
  /** Queries without a result, in the order in which the thread runs them. */
  readonly #waiting = new Map<number, WaitingQuery>();
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(file: string, limits = defaultLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** Returns the rows and the duration of the query. */
  execute({ sql, parameters }: ReadQuery): Promise<ReadResult> {
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const request: ReadRequest = { id: this.#lastId, sql, parameters };
    const query = { ...Promise.withResolvers<ReadResult>(), request };
    this.#waiting.set(request.id, query);
    this.#worker.postMessage(request);
    if (this.#waiting.size === 1) this.#limitNextQuery();
    return query.promise;
  }

  async close(): Promise<void> {
    await this.#end(new Error('The database connection was closed.'));
  }

  #start(): Worker {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: this.#file,
      env: {},
      execArgv: [],
    });
    worker.on('message', (reply: ReadReply) => {
      if (this.#worker === worker) this.#settle(reply);
    });
    worker.on('error', (error: Error) => {
      if (this.#worker === worker) void this.#end(error);
    });
    worker.unref();
    return worker;
  }

  #settle(reply: ReadReply) {
    const query = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('rows' in reply) query?.resolve(reply);
    else query?.reject(Object.assign(new Error(reply.error), { errcode: reply.errcode }));
    if (this.#waiting.size > 0) this.#limitNextQuery();
    else this.#setTimer(this.#limits.idleMs, () => this.close()).unref();
  }

  #limitNextQuery() {
    this.#setTimer(this.#limits.queryMs, () => this.#endSlowQuery());
  }

  async #endSlowQuery(): Promise<void> {
    const [slow] = this.#waiting.values();
    if (!slow) return;
    this.#waiting.delete(slow.request.id);
    const seconds = this.#limits.queryMs / 1000;
    slow.reject(new Error(`Query read timeout: the query took longer than ${seconds} s.`));
    const worker = this.#worker;
    this.#worker = undefined;
    if (this.#waiting.size > 0) {
      this.#worker = this.#start();
      for (const { request } of this.#waiting.values()) this.#worker.postMessage(request);
      this.#limitNextQuery();
    }
    await worker?.terminate();
  }

  #setTimer(ms: number, action: () => Promise<void>): NodeJS.Timeout {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void action(), ms);
    return this.#timer;
  }

  async #end(error: Error): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    await worker?.terminate();
  }
}
