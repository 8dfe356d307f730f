import { basename } from 'node:path';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { runExpandMigration, runWithoutClosedRecordTriggers } from './closed/closed-records.ts';
import { additionsOnlyPlugin, isExpandMigration } from './expanding.ts';
import type { ColumnTypes, Migration } from './migration.ts';
import { importServerModules } from './schema.ts';
import type { Db } from './tables.ts';

const postgres: ColumnTypes = {
  id: 'uuid',
  instant: 'timestamptz',
  date: 'date',
  number: 'double precision',
};
const sqlite: ColumnTypes = { id: 'text', instant: 'text', date: 'text', number: 'real' };

const modules = await importServerModules<{ up: Migration }>('*/migrations/*.ts');

const migrations: Record<string, Migration> = Object.fromEntries(
  modules
    .map(({ path, module }) => [basename(path, '.ts'), module.up] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
);

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

export const migrationNames = Object.keys(migrations);

function requireKnown(applied: readonly string[]): void {
  const unknown = applied.findLast((name) => !migrationNames.includes(name));
  if (!unknown) return;
  throw new Error(
    `This data was written by a newer version of the portal: it has the migration ${unknown}, and this version knows migrations up to ${migrationNames.at(-1)}. Start that version or a newer one, or restore a backup that this version or an older one made.`,
  );
}

/** Throws if this version cannot serve with these migrations. Allows unknown `+expand` migrations (decision 32). */
export function requireCompatibleMigrations(applied: readonly string[]): void {
  requireKnown(applied.filter((name) => migrationNames.includes(name) || !isExpandMigration(name)));
}

/** Returns the applied migrations, oldest first. Passes them to `require`, which by default throws for unknown ones. */
export async function listAppliedMigrations(db: Db, require = requireKnown): Promise<string[]> {
  const name = 'kysely_migration';
  const migrationTable = isPostgres(db)
    ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`
    : sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`;
  if ((await migrationTable.execute(db)).rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(name)} order by name
  `.execute(db);
  const applied = rows.map((row) => row.name);
  require(applied);
  return applied;
}

/** Returns the pending migrations. Throws if the database is incompatible with this version. */
export async function listPendingMigrations(db: Db): Promise<string[]> {
  const applied = new Set(await listAppliedMigrations(db, requireCompatibleMigrations));
  return migrationNames.filter((name) => !applied.has(name));
}

/** Throws unless a PostgreSQL database stores texts as UTF-8. */
export async function requireUtf8(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding
  `.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new Error(
    `The database in DATABASE_URL has the encoding ${encoding}, but names in all scripts need UTF8. Create another database with "create database fyp encoding 'UTF8' template template0" and set DATABASE_URL to it. If the portal already has data, run "npm run backup" before and "npm run restore" after.`,
  );
}

/**
 * Applies each pending migration, or those up to and including `upTo`, in its own transaction. Throws if a migration
 * fails or the database contains an unknown one.
 */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  if ((await listPendingMigrations(db)).length === 0) return;
  await requireUtf8(db);
  const onPostgres = isPostgres(db);
  const types = onPostgres ? postgres : sqlite;
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, up]) => [
            name,
            {
              up: (database: Kysely<unknown>) =>
                isExpandMigration(name)
                  ? runExpandMigration(database, onPostgres, () =>
                      up(database.withPlugin(additionsOnlyPlugin), types, onPostgres),
                    )
                  : runWithoutClosedRecordTriggers(database, onPostgres, () =>
                      up(database, types, onPostgres),
                    ),
            },
          ]),
        ),
    },
  });
  // Disable foreign keys, because some migrations drop and recreate tables.
  if (!onPostgres) await sql`pragma foreign_keys = off`.execute(db);
  try {
    const { error } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
    if (error) throw error;
  } finally {
    if (!onPostgres) await sql`pragma foreign_keys = on`.execute(db);
  }
}

export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
