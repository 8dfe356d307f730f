import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadQuery, SqliteReadThread } from './read-thread.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { retryWhileBusy } from './sqlite-writer.ts';

/** A query that takes this long runs in the thread next time. Copying many rows between threads takes longer. */
const slow = { ms: 20, maxRows: 500 };
/** After a query that takes this long, other requests run first. */
const pauseMs = 5;
/** A single slow run may be caused by other programs. */
const runsBeforeThread = 2;

/** Runs selects outside transactions, the slow ones in a thread, because `node:sqlite` blocks the event loop. */
export class SqliteReads {
  readonly #open: () => SqliteConnection;
  readonly #thread: Pick<SqliteReadThread, 'execute' | 'close'>;
  readonly #slowRuns = new Map<string, number>();
  #connection: SqliteConnection | undefined;

  constructor(open: () => SqliteConnection, thread: Pick<SqliteReadThread, 'execute' | 'close'>) {
    this.#open = open;
    this.#thread = thread;
  }

  async execute<R>(query: ReadQuery): Promise<{ rows: R[] }> {
    const isInThread = (this.#slowRuns.get(query.sql) ?? 0) >= runsBeforeThread;
    const { rows, ms } = await (isInThread
      ? retryWhileBusy(() => this.#thread.execute(query))
      : retryWhileBusy(() => this.#executeHere(query)));
    this.#count(query.sql, ms > slow.ms && rows.length <= slow.maxRows);
    // The thread does not block the event loop.
    if (ms > pauseMs && !isInThread) await nextTurn();
    return { rows: rows as R[] };
  }

  async close(): Promise<void> {
    this.#connection?.close();
    await this.#thread.close();
  }

  #executeHere(query: ReadQuery) {
    this.#connection ??= this.#open();
    const began = performance.now();
    const { rows } = this.#connection.execute(query);
    return { rows, ms: performance.now() - began };
  }

  /** A fast run, such as with another parameter, revokes a slow one. */
  #count(sql: string, isSlow: boolean) {
    const runs = this.#slowRuns.get(sql) ?? 0;
    if (isSlow) this.#slowRuns.set(sql, Math.min(runs + 1, runsBeforeThread));
    else if (runs > 1) this.#slowRuns.set(sql, runs - 1);
    else this.#slowRuns.delete(sql);
  }
}
