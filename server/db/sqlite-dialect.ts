import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { sqliteBusy, sqliteCode } from './sqlite-errors.ts';

/** How long a write waits for another process's lock before it fails. */
const lockWaitMs = 5000;
const longestPauseMs = 100;

class Mutex {
  #last = Promise.resolve();
  #release = () => {};

  async acquire() {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    this.#release = resolve;
  }

  release() {
    this.#release();
  }
}

/** SQLite would block the process during its wait: a locked query is retried, and others run meanwhile. */
class SharedConnection implements DatabaseConnection {
  readonly #native: DatabaseSync;
  readonly #connection: DatabaseConnection;
  readonly #mutex: Mutex;

  constructor(native: DatabaseSync, connection: DatabaseConnection, mutex: Mutex) {
    this.#native = native;
    this.#connection = connection;
    this.#mutex = mutex;
  }

  async executeQuery<R>(query: CompiledQuery) {
    const deadline = performance.now() + lockWaitMs;
    for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        return await this.#connection.executeQuery<R>(query);
      } catch (error) {
        // A transaction has its lock, and half of one cannot be tried again.
        const mayWait = sqliteCode(error) === sqliteBusy && !this.#native.isTransaction;
        if (!mayWait || performance.now() + pauseMs > deadline) throw error;
      }
      this.#mutex.release();
      await sleep(pauseMs);
      await this.#mutex.acquire();
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number) {
    return this.#connection.streamQuery<R>(query, chunkSize);
  }
}

/** Locks at the start, so that no transaction is given up half-way; a read-only one takes no lock. */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #native: DatabaseSync;
  readonly #mutex = new Mutex();
  #shared: DatabaseConnection | undefined;

  constructor(database: SqliteDatabase, native: DatabaseSync) {
    super({ database });
    this.#native = native;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#shared ??= new SharedConnection(
      this.#native,
      await super.acquireConnection(),
      this.#mutex,
    );
    await this.#mutex.acquire();
    return this.#shared;
  }

  override async releaseConnection(): Promise<void> {
    this.#mutex.release();
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  /** A full disk has ended the transaction: a rollback would fail, and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#native.isTransaction) await super.rollbackTransaction(connection);
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** So that a migration is whole or not at all. */
  override get supportsTransactionalDdl() {
    return true;
  }

  /** Kysely's own mutex would hold the connection while the lock is waited for. */
  override get supportsMultipleConnections() {
    return true;
  }
}

/** For a database whose busy timeout is 0. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;
  readonly #native: DatabaseSync;

  constructor(native: DatabaseSync) {
    const database = adapted(native);
    super({ database });
    this.#database = database;
    this.#native = native;
  }

  override createDriver() {
    return new ImmediateSqliteDriver(this.#database, this.#native);
  }

  override createAdapter() {
    return new NodeSqliteAdapter();
  }
}

/** The portal has fewer different queries. */
const maxPrepared = 500;

/** Each statement is prepared once, since that costs more than running it. */
function adapted(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const statement = database.prepare(sql);
    const bound = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...bound(parameters)),
      run: (parameters) => statement.run(...bound(parameters)),
      // The same query may be asked again while this one is read.
      iterate: (parameters) => database.prepare(sql).iterate(...bound(parameters)),
    };
  };
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = prepared.get(sql);
      if (known) return known;
      if (prepared.size >= maxPrepared) prepared.clear();
      const statement = prepare(sql);
      prepared.set(sql, statement);
      return statement;
    },
  };
}
