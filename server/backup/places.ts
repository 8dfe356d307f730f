import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import { openPostgres, openSqlite } from '#server/db/connect.ts';
import { isPostgres, listAppliedMigrations } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

/** The location of a portal's data. Without a database URL, the database is a SQLite file in `dataDir`. */
export type DataLocation = Pick<Config, 'dataDir' | 'databaseUrl'>;

export const getFilesFolder = ({ dataDir }: Pick<DataLocation, 'dataDir'>): string =>
  join(dataDir, 'files');

export const getSqliteFile = ({ dataDir }: Pick<DataLocation, 'dataDir'>): string =>
  join(dataDir, 'portal.sqlite');

export const openDatabase = (place: DataLocation): Db =>
  place.databaseUrl ? openPostgres(place.databaseUrl) : openSqlite(getSqliteFile(place));

export async function withDatabase<T>(
  place: DataLocation,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = openDatabase(place);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Returns true if the database may exist. Does not open the SQLite file, because opening it would create it. */
export const hasDatabase = (place: DataLocation): boolean =>
  place.databaseUrl !== undefined || existsSync(getSqliteFile(place));

/** Returns the names of all tables except Kysely's migration tables. */
export async function listTables(db: Db): Promise<string[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = current_schema()
      `.execute(db)
    : await sql<{ name: string }>`
        select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
      `.execute(db);
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
}

export const findLatestMigration = async (db: Db): Promise<string | undefined> =>
  (await listAppliedMigrations(db)).at(-1);
