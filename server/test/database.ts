import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { openPostgres, openSqlite } from '#server/db/connect.ts';
import { findDatabaseUse, registerUse } from '#server/db/database-use.ts';
import { isPostgres, migrate } from '#server/db/migrate.ts';
import type { BatchLimits } from '#server/db/sqlite-writer.ts';
import type { Db } from '#server/db/tables.ts';
import { onEnd } from '#tools/test/on-end.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';
import { type Reader, readPostgres, readSqlite } from './reader.ts';

export type TestDatabase = Reader & { db: Db; close(): Promise<void> };

/** On the project's server; SQLite's lies in `folder`, and it alone has batches. */
export async function openDatabase(
  folder: string,
  batchLimits?: BatchLimits,
): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE === 'postgres') return openOnPostgres();
  const file = join(folder, 'portal.sqlite');
  migrated ??= makeMigrated();
  await copyFile(await migrated, file);
  const db = openSqlite(file, { batchLimits });
  const { end, ...reader } = readSqlite(file);
  const close = async () => {
    end();
    await db.destroy();
  };
  return { db, ...reader, close };
}

/** Migrated once for each worker and copied for each test. */
let migrated: Promise<string> | undefined;

async function makeMigrated(): Promise<string> {
  const folder = await mkdtemp(join(whereWritingIsQuick, 'portal-test-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'migrated.sqlite');
  const db = openSqlite(file);
  await migrate(db);
  await db.destroy();
  return file;
}

/**
 * Emptied and used again with their connections: to make a database, or to ask the first queries of a connection, takes
 * longer than most tests.
 */
const free: Kept[] = [];

type Kept = { name: string; db: Db; reader: Reader };

async function openOnPostgres(): Promise<TestDatabase> {
  const kept = free.pop() ?? open(await makeDatabase());
  const { db, end } = forOneTest(kept.db);
  const close = async () => {
    end();
    await empty(kept.db);
    const isInUse = findDatabaseUse(kept.db)?.connections().used !== 0;
    // It waits for whoever still has a connection.
    if (isInUse) await kept.db.destroy();
    free.push(isInUse ? open(kept.name) : kept);
  };
  return { db, ...kept.reader, close };
}

function open(name: string): Kept {
  const url = addressOf(name);
  return { name, db: throughPooler(name) ?? openPostgres(url), reader: readPostgres(url) };
}

/** What a test leaves running cannot reach the rows of the next. */
function forOneTest(kept: Db) {
  let hasEnded = false;
  const db = kept.withPlugin({
    transformQuery({ node }) {
      if (hasEnded) throw new Error('The test that used this database has ended.');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const use = findDatabaseUse(kept);
  const end = () => {
    hasEnded = true;
  };
  return { db: use ? registerUse(db, use) : db, end };
}

/** Where TEST_DATABASE_POOLER_URL names one, all that is tested goes through it. */
function throughPooler(name: string): Db | undefined {
  if (!process.env.TEST_DATABASE_POOLER_URL) return undefined;
  const url = new URL(process.env.TEST_DATABASE_POOLER_URL);
  url.pathname = `/${name}`;
  return openPostgres(url.href, { admission: { require() {}, end: async () => {} } });
}

function addressOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function makeDatabase(): Promise<string> {
  const name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`;
  await runOnServer(serverUrl(), `create database ${name}`);
  const db = openPostgres(addressOf(name));
  await migrate(db);
  await db.destroy();
  return name;
}

type Named = { name: string };

/** In one statement, at whose end references are checked; `truncate` is a hundred times slower. */
async function empty(db: Db) {
  const tables = await sql<Named>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'
  `.execute(db);
  const sequences = await sql<Named>`
    select sequencename as name from pg_sequences where schemaname = 'public'
  `.execute(db);
  const deletions = tables.rows.map(({ name }) => `"of ${name}" as (delete from "${name}")`);
  const statements = [
    ...guarded.map((name) => `alter table ${name} disable trigger user`),
    'update cohorts set closed_at = null where closed_at is not null',
    `with ${deletions.join(', ')} select 1`,
    ...guarded.map((name) => `alter table ${name} enable trigger user`),
    ...sequences.rows.map(({ name }) => `alter sequence "${name}" restart`),
  ];
  // One text without parameters is one transaction in PostgreSQL.
  await sql.raw(statements.join('; ')).execute(db);
}

/** Append-only by trigger, which their owner can disable. */
const guarded = ['changes', 'audit_entries'] as const;

function serverUrl(): string {
  const url = inject('postgresUrl');
  if (!url) throw new Error('These tests need PostgreSQL.');
  return url;
}

export async function runOnServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Until somebody waits for what `trx` has written; SQLite lets nobody begin meanwhile. */
export async function waitUntilBlocking(trx: Db, db: Db) {
  if (!isPostgres(db)) return;
  const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  const pid = own.rows[0]?.pid;
  // Not in the transaction, which sees one state of it for as long as it lasts.
  const waiting = sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
  while ((await waiting.execute(db)).rows.length === 0) await sleep(10);
}
