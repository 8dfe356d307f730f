import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { DataLocation } from '#server/backup/places.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

export type WorkspaceStorage = { folder: string; postgresUrl: string | undefined };

export async function createWorkspace({
  folder,
  postgresUrl,
}: WorkspaceStorage): Promise<DataLocation> {
  const dataDir = mkdtempSync(join(folder, 'place-'));
  if (!postgresUrl) return { dataDir, databaseUrl: undefined };
  const name = `s_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(postgresUrl, `create database ${name}`);
  const databaseUrl = new URL(postgresUrl);
  databaseUrl.pathname = `/${name}`;
  return { dataDir, databaseUrl: databaseUrl.href };
}

export async function removeWorkspace(
  { postgresUrl }: WorkspaceStorage,
  { dataDir, databaseUrl }: DataLocation,
) {
  if (postgresUrl && databaseUrl) {
    const name = new URL(databaseUrl).pathname.slice(1);
    await runOnServer(postgresUrl, `drop database ${name} with (force)`);
  }
  rmSync(dataDir, { recursive: true, force: true });
}

async function runOnServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export async function readDatabaseSchema(db: Db): Promise<string> {
  const queries = isPostgres(db)
    ? [
        sql`select table_name, column_name, data_type, is_nullable, column_default
          from information_schema.columns where table_schema = 'public' order by 1, 2`,
        sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`,
        sql`select conname, pg_get_constraintdef(oid) as definition from pg_constraint
          where connamespace = 'public'::regnamespace order by 1, 2`,
      ]
    : [sql`select type, name, sql from sqlite_master order by 1, 2`];
  const catalogue: unknown[] = [];
  for (const query of queries) catalogue.push((await query.execute(db)).rows);
  return JSON.stringify(catalogue);
}
