import { type ColumnDataType, type Expression, type Kysely, PostgresAdapter, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { portal } from './migrations/0001-portal.ts';
import { audit } from './migrations/0002-audit.ts';
import { fileFaults } from './migrations/0003-file-faults.ts';
import { networkFailures } from './migrations/0004-network-failures.ts';
import { oneTimePasswords } from './migrations/0005-one-time-passwords.ts';
import type { Db } from './tables.ts';

type ColumnType = ColumnDataType | Expression<unknown>;
/** Each database's native type for what the code sees as one. */
export type ColumnTypes = Record<'id' | 'instant' | 'date' | 'number', ColumnType>;

const postgres: ColumnTypes = {
  id: 'uuid',
  instant: 'timestamptz',
  date: 'date',
  number: 'double precision',
};
const sqlite: ColumnTypes = { id: 'text', instant: 'text', date: 'text', number: 'real' };

/** `onPostgres` is for what no column type can hide. */
type Migration = (db: Kysely<unknown>, types: ColumnTypes, onPostgres: boolean) => Promise<void>;

const migrations: Record<string, Migration> = {
  '0001-portal': portal,
  '0002-audit': audit,
  '0003-file-faults': fileFaults,
  '0004-network-failures': networkFailures,
  '0005-one-time-passwords': oneTimePasswords,
};

/** True on PostgreSQL, false on SQLite. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Every migration by name, oldest first. */
export const migrationNames = Object.keys(migrations);

/** Brings the database to the newest migration or the one named, each whole or not at all. Throws when one fails. */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  const onPostgres = isPostgres(db);
  const types = onPostgres ? postgres : sqlite;
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, up]) => [
            name,
            { up: (database: Kysely<unknown>) => up(database, types, onPostgres) },
          ]),
        ),
    },
  });
  const { error } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error) throw error;
}

/** A query that answers only when the database does. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
