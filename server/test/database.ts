import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { openPostgres, openSqlite } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

/** An empty database with the newest migration, and its end. */
type TestDatabase = { db: Db; close: () => Promise<void> };

/** Opens an empty database on the server that the project names; a SQLite one lies in `folder`. */
export async function openDatabase(folder: string): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE === 'postgres') return openOnPostgres();
  const db = openSqlite(join(folder, 'portal.sqlite'));
  await migrate(db);
  return { db, close: () => db.destroy() };
}

/** Making a database takes longer than most tests: each is emptied and used again, by all test files of a worker. */
const free: string[] = [];

async function openOnPostgres(): Promise<TestDatabase> {
  const url = serverUrl();
  const name = free.pop() ?? (await makeDatabase(url));
  const own = new URL(url);
  own.pathname = `/${name}`;
  const db = openPostgres(own.href);
  await migrate(db);
  const close = async () => {
    await empty(db);
    await db.destroy();
    free.push(name);
  };
  return { db, close };
}

async function makeDatabase(url: string): Promise<string> {
  const name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`;
  await onServer(url, `create database ${name}`);
  return name;
}

type Named = { name: string };

/**
 * Removes every row, also of tables that a later migration brings. All tables lose theirs in one statement, at whose end
 * the references between them are looked at; `truncate` would make every table and index anew, a hundred times slower.
 */
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
  // Sent as one text without parameters, which PostgreSQL takes as one transaction.
  await sql.raw(statements.join('; ')).execute(db);
}

/** The tables that only take additions: their owner can take that guard off, and no call of the portal. */
const guarded = ['changes', 'audit_entries'] as const;

function serverUrl(): string {
  const url = inject('postgresUrl');
  if (!url) throw new Error('These tests need PostgreSQL.');
  return url;
}

/** Runs a statement on the server itself, outside the tests' databases. */
export async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
