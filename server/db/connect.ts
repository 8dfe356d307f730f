import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Dialect, Kysely, type Logger } from 'kysely';
import pg from 'pg';
import { createConnectionStats, registerConnectionStats } from './database-use.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import { findPreparedStatementName } from './planned-queries.ts';
import { MeasuredPostgresDialect } from './postgres-dialect.ts';
import { addFunctions, openReader } from './sqlite/open-reader.ts';
import { SqliteReadThread } from './sqlite/read-thread.ts';
import { SqliteConnection } from './sqlite/sqlite-connection.ts';
import { NodeSqliteDialect } from './sqlite/sqlite-dialect.ts';
import {
  getSqliteErrorCode,
  sqliteBusyCode,
  sqliteFullCode,
  sqliteIoErrorCode,
  sqliteLockedCode,
} from './sqlite/sqlite-errors.ts';
import { SqliteReads } from './sqlite/sqlite-reads.ts';
import { type BatchLimits, defaultBatchLimits, SqliteWriter } from './sqlite/sqlite-writer.ts';
import type { Db, Tables } from './tables.ts';

type SqliteOptions = { log?: Logger | undefined; batchLimits?: BatchLimits | undefined };

/** Opens SQLite in WAL mode with `synchronous=FULL`, so that a committed transaction survives a power failure. */
export function openSqlite(
  file: string,
  { log, batchLimits = defaultBatchLimits }: SqliteOptions = {},
): Db {
  mkdirSync(dirname(file), { recursive: true });
  // Waiting for a lock blocks the event loop, but no requests are being served yet.
  const writer = new DatabaseSync(file, { timeout: 5000 });
  writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  writer.exec('pragma busy_timeout = 0');
  const open = () => openReader(file);
  const dialect = new NodeSqliteDialect(
    new SqliteWriter(new SqliteConnection(addFunctions(writer)), batchLimits),
    new SqliteReads(open, new SqliteReadThread(file)),
    open,
  );
  return registerConnectionStats(createKysely(dialect, log), dialect.use);
}

const createKysely = (dialect: Dialect, log: Logger | undefined) =>
  new Kysely<Tables>({ dialect, ...(log && { log }) });

const { builtins, getTypeParser } = pg.types;
/** Timestamps become ISO 8601 strings in UTC, and bigints become numbers. */
const typeParsers: Record<number, (value: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: parseTimestamp,
  [builtins.DATE]: (value) => value,
  [builtins.INT8]: Number,
};

/** Thrown if the process may not use the database, for example because a newer version has migrated it. */
export class DatabaseAccessRefusedError extends Error {}

/** With the 5 s limit for connecting, a request waits at most 25 s for an unresponsive database (decision 12). */
const replyTimeoutMs = 20_000;
/** PostgreSQL enforces these limits, so that a transaction releases its locks if its client disappears. */
const serverLimits = {
  statement_timeout: replyTimeoutMs,
  idle_in_transaction_session_timeout: replyTimeoutMs,
};

type PostgresOptions = {
  /** Runs on each new connection. If set, the pool keeps at least one connection open. */
  admit?: (connection: pg.ClientBase) => Promise<void>;
  log?: Logger | undefined;
};

export function openPostgres(url: string, { log, admit }: PostgresOptions = {}): Db {
  const pool = createPool(url, admit);
  const use = createConnectionStats(() => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
  }));
  return registerConnectionStats(
    createKysely(new MeasuredPostgresDialect({ pool }, use), log),
    use,
  );
}

function createPool(url: string, admit: PostgresOptions['admit']): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    ...(admit && { min: 1, onConnect: admit }),
    connectionTimeoutMillis: 5000,
    query_timeout: replyTimeoutMs,
    ...serverLimits,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        typeParsers[oid] ?? getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    namePreparedQueries(client as pg.PoolClient & pg.Client);
    destroyOnTimeout(client as pg.PoolClient & pg.Client);
  });
  return pool;
}

/** Runs queries with a cached plan as named prepared statements. */
function namePreparedQueries(client: pg.Client) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const queryByName = (text: unknown, ...values: unknown[]) => {
    const name = typeof text === 'string' ? findPreparedStatementName(text) : undefined;
    return name ? query({ name, text, values: values[0] }) : query(text, ...values);
  };
  client.query = queryByName as typeof client.query;
}

/** Destroys a connection after a query timeout, because the next query would wait for the late reply. */
function destroyOnTimeout(client: pg.Client) {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const queryWithTimeout = async (...args: unknown[]) => {
    try {
      return await query(...args);
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') {
        const { stream } = client.connection;
        // Wait for the close event, because the pool would reuse a connection that is still open.
        if (!stream.closed) await once(stream.destroy(), 'close');
      }
      throw error;
    }
  };
  client.query = queryWithTimeout as typeof client.query;
}

/** Returns true if the unique index `${table}_${column}_unique` rejected a row. */
export function isUniqueViolation(error: unknown, table: keyof Tables, column: string): boolean {
  if (!(error instanceof Error)) return false;
  if ('constraint' in error) return error.constraint === `${table}_${column}_unique`;
  return error.message.includes(`UNIQUE constraint failed: ${table}.${column}`);
}

function postgresCode(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  return error.code;
}

export function isDatabaseFull(error: unknown): boolean {
  return getSqliteErrorCode(error) === sqliteFullCode || postgresCode(error) === '53100';
}

/** Returns true if the database aborted the transaction because of a deadlock. A retry can succeed. */
export function isDeadlock(error: unknown): boolean {
  return postgresCode(error) === '40P01';
}

/** Returns true if another process held SQLite's write lock for too long. Nothing was written. */
export function isDatabaseBusy(error: unknown): boolean {
  const code = getSqliteErrorCode(error);
  return code === sqliteBusyCode || code === sqliteLockedCode;
}

export function isDatabaseIoError(error: unknown): boolean {
  return getSqliteErrorCode(error) === sqliteIoErrorCode;
}

/** Returns false if the transaction may have been committed, for example because the connection was lost. */
export function isDefinitelyNotCommitted(error: unknown): boolean {
  const sqlite = getSqliteErrorCode(error);
  if (sqlite !== undefined) return sqlite !== sqliteIoErrorCode;
  const postgres = postgresCode(error);
  return postgres !== undefined && !/^(08|57P|58|XX)/.test(postgres);
}
