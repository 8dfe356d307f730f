import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createConnectionStats, measureConnectionWait } from '#server/db/database-use.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { getSqliteErrorCode, sqliteBusyCode } from './sqlite-errors.ts';

const lockWaitMs = 5000;
const maxPauseMs = 100;
/** A batch that has reached either limit is committed before the next transaction starts. */
export type BatchLimits = { maxMembers: number; maxAgeMs: number };
export const defaultBatchLimits: BatchLimits = { maxMembers: 32, maxAgeMs: 10 };

class Mutex {
  #last = Promise.resolve();
  #release = () => {};
  #users = 0;

  get isFree(): boolean {
    return this.#users === 0;
  }

  async acquire() {
    this.#users += 1;
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    this.#release = resolve;
  }

  release() {
    this.#users -= 1;
    this.#release();
  }
}

type Batch = {
  members: number;
  readonly startedAt: number;
  readonly committed: PromiseWithResolvers<void>;
};

/** Retries `work` while another process holds the lock: SQLite's busy timeout would block the event loop. */
export async function retryWhileBusy<T>(
  work: () => T | Promise<T>,
  startedAt = performance.now(),
): Promise<T> {
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (getSqliteErrorCode(error) !== sqliteBusyCode) throw error;
      if (performance.now() + pauseMs > startedAt + lockWaitMs) throw error;
    }
    await sleep(pauseMs);
  }
}

/**
 * Owns the only write connection. Transactions run one after another, each in its own savepoint. Concurrent
 * transactions form a batch, which is committed and synced to disk once. Each commit resolves after that sync.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #limits: BatchLimits;
  readonly #mutex = new Mutex();
  #batch: Batch | undefined;
  readonly use = createConnectionStats(() =>
    this.#mutex.isFree ? { used: 0, idle: 1 } : { used: 1, idle: 0 },
  );

  constructor(connection: SqliteConnection, limits: BatchLimits) {
    this.#connection = connection;
    this.#limits = limits;
  }

  /** Waits until no other transaction is writing. The caller must call `finish` or `rollback`. */
  async begin(): Promise<void> {
    const startedAt = performance.now();
    await measureConnectionWait(this.use, () => this.#mutex.acquire());
    try {
      if (this.#batch && hasReachedLimit(this.#batch, this.#limits)) this.#commitBatch();
      if (!this.#batch) {
        await retryWhileBusy(() => this.#connection.run('begin immediate'), startedAt);
        this.#batch = newBatch();
      }
      this.#connection.run('savepoint member');
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /**
   * Ends the transaction. `committed` resolves once the batch is synced to disk, and rejects if the commit failed or
   * its outcome is unknown. Throws if the transaction must be rolled back.
   */
  finish(): { committed: Promise<void> } {
    const batch = this.#batch;
    // There is no batch if SQLite has rolled it back because the disk is full.
    if (!batch) throw new Error('The transaction was ended before its commit.');
    this.#connection.run('release member');
    batch.members += 1;
    this.#release();
    return { committed: batch.committed.promise };
  }

  rollback(): void {
    try {
      if (!this.#batch) return;
      this.#connection.run('rollback to member');
      this.#connection.run('release member');
    } catch (error) {
      // The state of the savepoint is unknown, so roll back the whole batch.
      if (this.#connection.isTransaction) this.#connection.run('rollback');
      this.#failBatch(error);
    } finally {
      this.#release();
    }
  }

  execute<T>(work: (connection: SqliteConnection) => T): T {
    try {
      return work(this.#connection);
    } catch (error) {
      // If no transaction is open, SQLite has rolled back the whole batch because the disk is full or has failed.
      if (!this.#connection.isTransaction) this.#failBatch(error);
      throw error;
    }
  }

  /** Commits the open batch and runs `work` outside any transaction, as some pragmas require. */
  async runOutsideTransaction<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    const startedAt = performance.now();
    await this.#mutex.acquire();
    try {
      if (this.#batch) this.#commitBatch();
      return await retryWhileBusy(() => work(this.#connection), startedAt);
    } finally {
      this.#release();
    }
  }

  async close(): Promise<void> {
    await this.runOutsideTransaction((connection) => connection.close());
  }

  #release(): void {
    this.#mutex.release();
    void this.#commitWhenIdle();
  }

  async #commitWhenIdle(): Promise<void> {
    await nextTurn();
    if (this.#batch && this.#mutex.isFree) this.#commitBatch();
  }

  #commitBatch(): void {
    const batch = this.#batch;
    try {
      this.#connection.run('commit');
      this.#batch = undefined;
      batch?.committed.resolve();
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.run('rollback');
      this.#failBatch(error);
    }
  }

  #failBatch(error: unknown): void {
    this.#batch?.committed.reject(error);
    this.#batch = undefined;
  }
}

function newBatch(): Batch {
  const committed = Promise.withResolvers<void>();
  // If all transactions were rolled back, nothing awaits this promise.
  committed.promise.catch(() => {});
  return { members: 0, startedAt: performance.now(), committed };
}

const hasReachedLimit = (
  { members, startedAt }: Batch,
  { maxMembers, maxAgeMs }: BatchLimits,
): boolean => members >= maxMembers || performance.now() - startedAt >= maxAgeMs;
