import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { currentBackupTables } from '#server/backup/kept-tables.ts';
import { filesFolderOf, type Place, withDatabase } from '#server/backup/places.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

/** Where places are made: a folder, and the PostgreSQL server whose databases they get, if any. */
export type Ground = { folder: string; postgresUrl: string | undefined };

/** A place without anything. */
export async function anEmptyPlace({ folder, postgresUrl }: Ground): Promise<Place> {
  const dataDir = mkdtempSync(join(folder, 'place-'));
  if (!postgresUrl) return { dataDir, databaseUrl: undefined };
  const name = `s_${randomUUID().replaceAll('-', '')}`;
  await onServer(postgresUrl, `create database ${name}`);
  const own = new URL(postgresUrl);
  own.pathname = `/${name}`;
  return { dataDir, databaseUrl: own.href };
}

export async function removePlace({ postgresUrl }: Ground, { dataDir, databaseUrl }: Place) {
  if (postgresUrl && databaseUrl) {
    const name = new URL(databaseUrl).pathname.slice(1);
    await onServer(postgresUrl, `drop database ${name} with (force)`);
  }
  rmSync(dataDir, { recursive: true, force: true });
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Tables, columns, indexes and constraints, as the database itself tells them. */
export async function schemaOf(db: Db): Promise<string> {
  const queries = isPostgres(db)
    ? [
        sql`select table_name, column_name, data_type, is_nullable, column_default
          from information_schema.columns where table_schema = 'public' order by 1, 2`,
        sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`,
        sql`select conname, pg_get_constraintdef(oid) as definition from pg_constraint
          where connamespace = 'public'::regnamespace order by 1, 2`,
      ]
    : [sql`select type, name, sql from sqlite_master order by 1, 2`];
  const found: unknown[] = [];
  for (const query of queries) found.push((await query.execute(db)).rows);
  return JSON.stringify(found);
}

/** Every row that a backup takes but the trail, which a restore goes on writing, and the files as they are, by one hash. */
export async function contentOf(place: Place): Promise<string> {
  const hash = createHash('sha256');
  await withDatabase(place, async (db) => {
    for (const table of currentBackupTables) {
      if (table === 'audit_entries') continue;
      const rows: unknown[] = await db.selectFrom(table).selectAll().execute();
      hash.update(`${table} ${rows.map((row) => JSON.stringify(row)).toSorted()}`);
    }
    for (const { id } of await db.selectFrom('documents').select('id').orderBy('id').execute()) {
      hash.update(await readFile(join(filesFolderOf(place), 'kept', id)));
    }
  });
  return hash.digest('hex');
}
