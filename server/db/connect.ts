import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Dialect, Kysely, type Logger, type PostgresDialectConfig } from 'kysely';
import pg from 'pg';
import { newDatabaseUse, withUse } from './database-use.ts';
import { planNameOf } from './planned-queries.ts';
import { WatchedPostgresDialect } from './postgres-dialect.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import { sqliteBusy, sqliteCode, sqliteFull, sqliteIo, sqliteLocked } from './sqlite-errors.ts';
import { type BatchLimits, standardBatchLimits } from './sqlite-writer.ts';
import type { Db, Tables } from './tables.ts';

type SqliteOptions = { log?: Logger | undefined; batchLimits?: BatchLimits | undefined };

/** WAL with `synchronous=FULL`: what a commit acknowledged survives a power cut. */
export function openSqlite(
  file: string,
  { log, batchLimits = standardBatchLimits }: SqliteOptions = {},
): Db {
  mkdirSync(dirname(file), { recursive: true });
  // Nobody is served yet, so SQLite itself may wait for another process.
  const writer = new DatabaseSync(file, { timeout: 5000 });
  writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  writer.exec('pragma busy_timeout = 0');
  const openReader = () => {
    const reader = new DatabaseSync(file, { readOnly: true, timeout: 0 });
    return new SqliteConnection(withOwnFunctions(reader));
  };
  const dialect = new NodeSqliteDialect(
    new SqliteConnection(withOwnFunctions(writer)),
    openReader,
    batchLimits,
  );
  return withUse(kyselyOver(dialect, log), dialect.use);
}

const kyselyOver = (dialect: Dialect, log: Logger | undefined) =>
  new Kysely<Tables>({ dialect, ...(log && { log }) });

/** SQLite's own `lower` knows the letters a to z only; searches compare any script. */
function withOwnFunctions(database: DatabaseSync): DatabaseSync {
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  return database;
}

const { builtins, getTypeParser } = pg.types;
/** The types that PostgreSQL parses further, as the code sees them: ISO strings and numbers. */
const plainTypes: Record<number, (value: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: (value) => new Date(value).toISOString(),
  [builtins.DATE]: (value) => value,
  [builtins.INT8]: Number,
};

/** This process may not use the database now. */
export class NotAdmitted extends Error {}

/** In milliseconds. A frozen server must not hold a request for ever: with the wait for a connection at most 25 s (decision 12). */
const replyMs = 20_000;
/** What nobody waits for any more must not hold its locks either. */
const serverLimits = { statement_timeout: replyMs, idle_in_transaction_session_timeout: replyMs };
const beginLimited = [
  'begin',
  ...Object.entries(serverLimits).map(([name, value]) => `set local ${name} = ${value}`),
].join('; ');

type PostgresOptions = {
  /** A connection is used only once this has resolved, and one is always kept. */
  admit?: (connection: pg.ClientBase) => Promise<void>;
  /** The address is a pooler's: asked before each use, since a connection is no session. */
  admission?: { require(): void; end(): Promise<void> };
  log?: Logger | undefined;
};

export function openPostgres(url: string, { admit, admission, log }: PostgresOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    ...(admit && { min: 1, onConnect: admit }),
    connectionTimeoutMillis: 5000,
    query_timeout: replyMs,
    // A pooler refuses these, or gives them to whoever is next.
    ...(!admission && serverLimits),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        plainTypes[oid] ?? getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  });
  // A broken connection also emits an event, which without a listener would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (admission) limitTransactions(client as pg.PoolClient & pg.Client);
    else keepPlans(client as pg.PoolClient & pg.Client);
    endWhenTimedOut(client as pg.PoolClient & pg.Client);
  });
  const use = newDatabaseUse(() => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
  }));
  const over = (config: PostgresDialectConfig) =>
    withUse(kyselyOver(new WatchedPostgresDialect(config, use), log), use);
  if (!admission) return over({ pool });
  const gated = {
    options: pool.options,
    async connect() {
      admission.require();
      return pool.connect();
    },
    async end() {
      await pool.end();
      await admission.end();
    },
  };
  return over({ pool: gated });
}

/** In the same message as the beginning, which costs no round trip. */
function limitTransactions(client: pg.Client) {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const limited = (text: unknown, ...values: unknown[]) =>
    text === 'begin' ? query(beginLimited) : query(text, ...values);
  client.query = limited as typeof client.query;
}

/** Not behind a pooler of transactions, whose connections are nobody's own. */
function keepPlans(client: pg.Client) {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const named = (text: unknown, ...values: unknown[]) => {
    const name = typeof text === 'string' ? planNameOf(text) : undefined;
    return name ? query({ name, text, values: values[0] }) : query(text, ...values);
  };
  client.query = named as typeof client.query;
}

/** Else the next query, its own rollback first, would wait behind it, for ever on a lost network. */
function endWhenTimedOut(client: pg.Client) {
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

function postgresCode(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  return error.code;
}

/** Then nothing was saved. */
export function isDatabaseFull(error: unknown): boolean {
  return sqliteCode(error) === sqliteFull || postgresCode(error) === '53100';
}

/** Run again it succeeds. */
export function isDeadlock(error: unknown): boolean {
  return postgresCode(error) === '40P01';
}

/** Another process held the lock too long; nothing was written. */
export function isDatabaseBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqliteBusy || code === sqliteLocked;
}

export function isDatabaseUnreadable(error: unknown): boolean {
  return sqliteCode(error) === sqliteIo;
}

/** False after a broken connection or a failed disk: the commit may have been done. */
export function isRefusal(error: unknown): boolean {
  const sqlite = sqliteCode(error);
  if (sqlite !== undefined) return sqlite !== sqliteIo;
  const postgres = postgresCode(error);
  return postgres !== undefined && !/^(08|57P|58|XX)/.test(postgres);
}
