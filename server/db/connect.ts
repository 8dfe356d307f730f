import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import type { Db, Tables } from './tables.ts';

/**
 * SQLite's write lock is taken at the start, so that a transaction never has to be given up half-way. One that says
 * it only reads takes none: it sees one moment and keeps no writer waiting.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #native: DatabaseSync;

  constructor(database: SqliteDatabase, native: DatabaseSync) {
    super({ database });
    this.#native = native;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  /** A full disk ends the transaction by itself: rolling back once more would fail, and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#native.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Kysely does without, but SQLite's transactions hold changes of tables too: a migration is whole or not at all. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class NodeSqliteDialect extends SqliteDialect {
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
    return new TransactionalSqliteAdapter();
  }
}

/** So many different queries are kept ready; the portal has fewer. */
const maxPrepared = 500;

/** Node's own SQLite in the shape that Kysely's dialect takes. Making a statement costs more than running it, so each is made once. */
function adapted(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const statement = database.prepare(sql);
    const bound = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...bound(parameters)),
      run: (parameters) => statement.run(...bound(parameters)),
      // While it is being read, the same query may be asked again: this one is made for itself.
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

/**
 * Opens the SQLite file, making it and its folder when missing.
 * WAL with `synchronous=FULL`: what a commit acknowledged survives a power cut.
 */
export function openSqlite(file: string): Db {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 5000 });
  // SQLite's own knows the letters a to z only; searches compare any script.
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
}

const { builtins, getTypeParser } = pg.types;
/** What PostgreSQL has a richer type for, as the one type the code sees: ISO strings and numbers. */
const plainTypes: Record<number, (value: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: (value) => new Date(value).toISOString(),
  [builtins.DATE]: (value) => value,
  [builtins.INT8]: Number,
};

/** A pool of connections to PostgreSQL; `url` as in `postgres://user:password@host/database`. */
export function openPostgres(url: string): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    // A frozen server must not hold a request for ever: with the wait for a connection at most 25 s (decision 12).
    query_timeout: 20_000,
    // What nobody waits for any more must not hold its locks either.
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 20_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        plainTypes[oid] ?? getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  });
  // A connection that breaks, idle or between two queries of a transaction, says so by an event besides failing its
  // next query. Without a listener the event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    endWhenLate(client as pg.PoolClient & pg.Client);
  });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * A query that got no answer in time ends its connection: the next in line, its own rollback first, would only wait
 * behind it as long again, and for ever where the network has lost the other side.
 */
function endWhenLate(client: pg.Client) {
  const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  const watched = async (...asked: unknown[]) => {
    try {
      return await query(...asked);
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') {
        const { stream } = client.connection;
        // Until it is closed the pool would take it back as a good one.
        if (!stream.closed) await once(stream.destroy(), 'close');
      }
      throw error;
    }
  };
  client.query = watched as typeof client.query;
}

/** True when `error` says that the unique index `${table}_${column}_unique` refused a row, on either database. */
export function isDuplicate(error: unknown, table: keyof Tables, column: string): boolean {
  if (!(error instanceof Error)) return false;
  if ('constraint' in error) return error.constraint === `${table}_${column}_unique`;
  return error.message.includes(`UNIQUE constraint failed: ${table}.${column}`);
}

/** Of an error of SQLite its primary result code. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return Number(error.errcode) & 0xff;
}

const sqliteFull = 13;
const sqliteIo = 10;

/** Of an error that PostgreSQL itself sent its five characters. */
function postgresCode(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  return error.code;
}

/** True when the database's disk has no space for what was to be saved; then nothing of it was. */
export function isDatabaseFull(error: unknown): boolean {
  return sqliteCode(error) === sqliteFull || postgresCode(error) === '53100';
}

/** True when SQLite could not read or write its file. */
export function isDatabaseUnreadable(error: unknown): boolean {
  return sqliteCode(error) === sqliteIo;
}

/**
 * True when the database itself said why it did not do what it was asked: then nothing was written. A connection that
 * breaks and a disk that fails say nothing: a commit may have been done before.
 */
export function isRefusal(error: unknown): boolean {
  const sqlite = sqliteCode(error);
  if (sqlite !== undefined) return sqlite !== sqliteIo;
  const postgres = postgresCode(error);
  return postgres !== undefined && !/^(08|57P|58|XX)/.test(postgres);
}
