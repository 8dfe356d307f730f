import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { newDatabaseUse, watchWait } from './database-use.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { sqliteBusy, sqliteCode } from './sqlite-errors.ts';

/** How long a write waits for another process's lock before it fails. */
const lockWaitMs = 5000;
const longestPauseMs = 100;
/** A batch that has reached either limit is committed, even if other transactions wait to join it. */
export type BatchLimits = { maxMembers: number; maxAgeMs: number };
export const standardBatchLimits: BatchLimits = { maxMembers: 32, maxAgeMs: 10 };

class Mutex {
  #last = Promise.resolve();
  #release = () => {};
  #users = 0;

  /** Whether nobody has it or waits for it. */
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

/** Transactions that SQLite commits as one, with one flush to the disk. */
type Batch = {
  members: number;
  readonly since: number;
  readonly committed: PromiseWithResolvers<void>;
};

/** Tried again while another process has the lock; SQLite's own wait would stop this process. */
export async function retryWhileBusy<T>(work: () => T, since = performance.now()): Promise<T> {
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return work();
    } catch (error) {
      if (sqliteCode(error) !== sqliteBusy) throw error;
      if (performance.now() + pauseMs > since + lockWaitMs) throw error;
    }
    await sleep(pauseMs);
  }
}

/**
 * The one connection that writes. Transactions run one after the other, each in a savepoint of its own, so that it is
 * whole or not there whatever becomes of the others. Those that are there at the same time are committed together: a
 * commit waits for the disk, and one wait serves them all. None resolves before that.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #limits: BatchLimits;
  readonly #mutex = new Mutex();
  #batch: Batch | undefined;
  readonly use = newDatabaseUse(() =>
    this.#mutex.isFree ? { used: 0, idle: 1 } : { used: 1, idle: 0 },
  );

  constructor(connection: SqliteConnection, limits: BatchLimits) {
    this.#connection = connection;
    this.#limits = limits;
  }

  /** After this the caller alone writes, until `leave` or `rollback`. */
  async begin(): Promise<void> {
    const since = performance.now();
    await watchWait(this.use, () => this.#mutex.acquire());
    try {
      if (this.#batch && isDue(this.#batch, this.#limits)) this.#commitBatch();
      if (!this.#batch) {
        await retryWhileBusy(() => this.#connection.run('begin immediate'), since);
        this.#batch = newBatch();
      }
      this.#connection.run('savepoint member');
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /**
   * Lets the next one write. The promise inside resolves when this one is safe on the disk, and rejects when it is not
   * saved, or nobody can say. Throws before that when it can only be rolled back.
   */
  leave(): { committed: Promise<void> } {
    const batch = this.#batch;
    // SQLite has ended a transaction whose statement failed for want of space.
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
      // Nobody knows what of it is still there, so that nothing of the others may be committed with it.
      if (this.#connection.isTransaction) this.#connection.run('rollback');
      this.#fail(error);
    } finally {
      this.#release();
    }
  }

  /** Inside of what `begin` has begun. */
  execute<T>(work: (connection: SqliteConnection) => T): T {
    try {
      return work(this.#connection);
    } catch (error) {
      // A full or broken disk ends the whole transaction, and with it what others had put into it.
      if (!this.#connection.isTransaction) this.#fail(error);
      throw error;
    }
  }

  /** Outside of any transaction, as pragmas have to be. */
  async alone<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    const since = performance.now();
    await this.#mutex.acquire();
    try {
      if (this.#batch) this.#commitBatch();
      return await retryWhileBusy(() => work(this.#connection), since);
    } finally {
      this.#release();
    }
  }

  async close(): Promise<void> {
    await this.alone((connection) => connection.close());
  }

  #release(): void {
    this.#mutex.release();
    void this.#commitWhenIdle();
  }

  /** Whoever has arrived meanwhile joins. */
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
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#batch?.committed.reject(error);
    this.#batch = undefined;
  }
}

function newBatch(): Batch {
  const committed = Promise.withResolvers<void>();
  // Who waits for it is told; nobody does when all have rolled back.
  committed.promise.catch(() => {});
  return { members: 0, since: performance.now(), committed };
}

const isDue = ({ members, since }: Batch, { maxMembers, maxAgeMs }: BatchLimits): boolean =>
  members >= maxMembers || performance.now() - since >= maxAgeMs;
