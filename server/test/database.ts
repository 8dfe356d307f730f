import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { openPostgres, openSqlite } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { onEnd } from '#tools/test/on-end.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';

type TestDatabase = { db: Db; close: () => Promise<void> };

/** On the project's server; SQLite's lies in `folder`. */
export async function openDatabase(folder: string): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE === 'postgres') return openOnPostgres();
  const file = join(folder, 'portal.sqlite');
  migrated ??= makeMigrated();
  await copyFile(await migrated, file);
  const db = openSqlite(file);
  return { db, close: () => db.destroy() };
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

/** Emptied and used again, because making a database takes longer than most tests. */
const free: string[] = [];

async function openOnPostgres(): Promise<TestDatabase> {
  const url = serverUrl();
  const name = free.pop() ?? (await makeDatabase(url));
  const own = new URL(url);
  own.pathname = `/${name}`;
  const direct = openPostgres(own.href);
  await migrate(direct);
  const db = throughPooler(name) ?? direct;
  if (db !== direct) await direct.destroy();
  const close = async () => {
    await empty(db);
    await db.destroy();
    free.push(name);
  };
  return { db, close };
}

/** Where TEST_DATABASE_POOLER_URL names one, all that is tested goes through it. */
function throughPooler(name: string): Db | undefined {
  if (!process.env.TEST_DATABASE_POOLER_URL) return undefined;
  const url = new URL(process.env.TEST_DATABASE_POOLER_URL);
  url.pathname = `/${name}`;
  return openPostgres(url.href, { admission: { require() {}, end: async () => {} } });
}

async function makeDatabase(url: string): Promise<string> {
  const name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`;
  await onServer(url, `create database ${name}`);
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

export async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
