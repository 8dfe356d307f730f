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

/** Removes every row, also of tables that a later migration brings. */
async function empty(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'
  `.execute(db);
  const all = rows.map(({ name }) => sql.table(name));
  await takeGuardsOff(db, () =>
    sql`truncate ${sql.join(all)} restart identity cascade`.execute(db),
  );
}

/** The tables that only take additions, as their owner can and no call: for what a test needs to remove. */
async function takeGuardsOff(db: Db, work: () => Promise<unknown>) {
  const guarded = ['changes', 'audit_entries'] as const;
  const guards = async (verb: 'disable' | 'enable') => {
    for (const name of guarded) {
      await sql`alter table ${sql.table(name)} ${sql.raw(verb)} trigger user`.execute(db);
    }
  };
  await guards('disable');
  await work();
  await guards('enable');
}

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
