import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { openPostgres, openSqlite } from '#server/db/connect.ts';
import { findConnectionStats, registerConnectionStats } from '#server/db/database-use.ts';
import { isPostgres, migrate } from '#server/db/migrate.ts';
import type { BatchLimits } from '#server/db/sqlite/sqlite-writer.ts';
import type { Db } from '#server/db/tables.ts';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { fastTempFolder } from '#tools/test/quick-folder.ts';
import { type DatabaseReader, openPostgresReader, openSqliteReader } from './reader.ts';
import { empty, isInUse, savePostgres } from './reset-postgres.ts';

export type TestDatabase = DatabaseReader & {
  db: Db;
  /** Saves the contents. Returns a function that restores them, which throws if it cannot. */
  save(): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/** Opens an empty database. `folder` and `batchLimits` apply to SQLite only. */
export async function openTestDatabase(
  folder: string,
  batchLimits?: BatchLimits,
): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE === 'postgres') return openOnPostgres();
  const file = join(folder, 'portal.sqlite');
  migrated ??= makeMigrated();
  await copyFile(await migrated, file);
  const db = openSqlite(file, { batchLimits });
  const { end, ...reader } = openSqliteReader(file);
  let saved: DatabaseSync | undefined;
  const save = async () => {
    saved = await copyDatabase(file, `${file}.saved`);
    const source = saved;
    // The backup fails while another connection of the test uses the database.
    return async () => {
      await backup(source, file);
    };
  };
  const close = async () => {
    end();
    saved?.close();
    await db.destroy();
  };
  return { db, ...reader, save, close };
}

async function copyDatabase(from: string, to: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(from);
  await backup(database, to);
  database.close();
  return new DatabaseSync(to, { readOnly: true });
}

let migrated: Promise<string> | undefined;

async function makeMigrated(): Promise<string> {
  const folder = await mkdtemp(join(fastTempFolder, 'portal-test-'));
  onProcessEnd(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'migrated.sqlite');
  const db = openSqlite(file);
  await migrate(db);
  await db.destroy();
  return file;
}

/** Databases for reuse, because opening one takes longer than most tests. */
const free: Kept[] = [];

type Kept = { name: string; db: Db; reader: DatabaseReader };

async function openOnPostgres(): Promise<TestDatabase> {
  const database = free.pop() ?? open(await makeDatabase());
  const { db, end } = forOneTest(database.db);
  const close = async () => {
    end();
    const isLeftInUse = isInUse(database.db);
    // Wait for transactions that a test left open: one that commits later would add rows to the emptied database.
    if (isLeftInUse) await database.db.destroy();
    const usable = isLeftInUse ? open(database.name) : database;
    await empty(usable.db);
    free.push(usable);
  };
  const save = () => savePostgres(database.db, database.reader);
  return { db, ...database.reader, save, close };
}

function open(name: string): Kept {
  const url = addressOf(name);
  return { name, db: openPostgres(url), reader: openPostgresReader(url) };
}

/** Wraps a database so that it rejects queries after the end of a test: such a query could affect the next test. */
function forOneTest(database: Db) {
  let hasEnded = false;
  const db = database.withPlugin({
    transformQuery({ node }) {
      if (hasEnded) throw new Error('The test that used this database has ended.');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const use = findConnectionStats(database);
  const end = () => {
    hasEnded = true;
  };
  return { db: use ? registerConnectionStats(db, use) : db, end };
}

function addressOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function makeDatabase(): Promise<string> {
  const name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`;
  await runSqlOnServer(serverUrl(), `create database ${name}`);
  const db = openPostgres(addressOf(name));
  await migrate(db);
  await db.destroy();
  return name;
}

function serverUrl(): string {
  const url = inject('postgresUrl');
  if (!url) throw new Error('These tests need PostgreSQL.');
  return url;
}

export async function runSqlOnServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Waits until `trx` blocks another transaction. Does nothing on SQLite, which has no concurrent transactions. */
export async function waitUntilTransactionBlocks(trx: Db, db: Db) {
  if (!isPostgres(db)) return;
  const backend = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  const pid = backend.rows[0]?.pid;
  // Run this query outside `trx`, because PostgreSQL caches activity statistics during a transaction.
  const waiting = sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
  while ((await waiting.execute(db)).rows.length === 0) await sleep(10);
}
