import { type ColumnDataType, type Expression, type Kysely, PostgresAdapter, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { runWithoutGuards, withNewColumnsGuarded } from './closed-records.ts';
import { additionsOnly, isExpanding } from './expanding.ts';
import { portal } from './migrations/0001-portal.ts';
import { audit } from './migrations/0002-audit.ts';
import { fileFaults } from './migrations/0003-file-faults.ts';
import { networkFailures } from './migrations/0004-network-failures.ts';
import { oneTimePasswords } from './migrations/0005-one-time-passwords.ts';
import { rollKeys } from './migrations/0006-roll-keys.ts';
import { links } from './migrations/0007-links.ts';
import { knownDevices } from './migrations/0008-known-devices.ts';
import { handOvers } from './migrations/0009-hand-overs.ts';
import { staffByAccount } from './migrations/0010-staff-by-account.ts';
import { emails } from './migrations/0011-emails.ts';
import { plainNames } from './migrations/0012-plain-names.ts';
import { anyDepartment } from './migrations/0013-any-department.ts';
import { newestEmails } from './migrations/0014-newest-emails.ts';
import { cohorts } from './migrations/0015-cohorts.ts';
import { deadlines } from './migrations/0016-deadlines.ts';
import { calendars } from './migrations/0017-calendars.ts';
import { mutedReminders } from './migrations/0018-muted-reminders.ts';
import { boardViews } from './migrations/0019-board-views.ts';
import { certificates } from './migrations/0020-certificates.ts';
import { downloads } from './migrations/0021-downloads.ts';
import { notices } from './migrations/0022-notices.ts';
import { announcements } from './migrations/0023-announcements.ts';
import { groupSearch } from './migrations/0024-group-search.ts';
import { memberAccounts } from './migrations/0025-member-accounts.ts';
import { names } from './migrations/0026-names.ts';
import { cleanSettings } from './migrations/0027-clean-settings.ts';
import { withdrawnEmails } from './migrations/0028-withdrawn-emails.ts';
import { closedRecords } from './migrations/0031-closed-records.ts';
import { earlierDates } from './migrations/0034-earlier-dates.ts';
import { nameKeys } from './migrations/0035-name-keys.ts';
import { submissions } from './migrations/0037-submissions.ts';
import { listKeys } from './migrations/0038-list-keys.ts';
import type { Db } from './tables.ts';

type ColumnType = ColumnDataType | Expression<unknown>;
export type ColumnTypes = Record<'id' | 'instant' | 'date' | 'number', ColumnType>;

const postgres: ColumnTypes = {
  id: 'uuid',
  instant: 'timestamptz',
  date: 'date',
  number: 'double precision',
};
const sqlite: ColumnTypes = { id: 'text', instant: 'text', date: 'text', number: 'real' };

/** `types` has the column types of the dialect. */
type Migration = (db: Kysely<unknown>, types: ColumnTypes, onPostgres: boolean) => Promise<void>;

const migrations: Record<string, Migration> = {
  '0001-portal': portal,
  '0002-audit': audit,
  '0003-file-faults': fileFaults,
  '0004-network-failures': networkFailures,
  '0005-one-time-passwords': oneTimePasswords,
  '0006-roll-keys': rollKeys,
  '0007-links': links,
  '0008-known-devices': knownDevices,
  '0009-hand-overs': handOvers,
  '0010-staff-by-account': staffByAccount,
  '0011-emails': emails,
  '0012-plain-names': plainNames,
  '0013-any-department': anyDepartment,
  '0014-newest-emails': newestEmails,
  '0015-cohorts': cohorts,
  '0016-deadlines': deadlines,
  '0017-calendars': calendars,
  '0018-muted-reminders': mutedReminders,
  '0019-board-views': boardViews,
  '0020-certificates': certificates,
  '0021-downloads': downloads,
  '0022-notices': notices,
  '0023-announcements': announcements,
  '0024-group-search': groupSearch,
  '0025-member-accounts': memberAccounts,
  '0026-names': names,
  '0027-clean-settings': cleanSettings,
  '0028-withdrawn-emails+expand': withdrawnEmails,
  '0031-closed-records': closedRecords,
  '0034-earlier-dates+expand': earlierDates,
  '0035-name-keys': nameKeys,
  '0037-submissions': submissions,
  '0038-list-keys': listKeys,
};

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

/** Throws if this version cannot serve from the database. Allows unknown migrations that only add (decision 32). */
export function requireServable(applied: readonly string[]): void {
  requireKnown(applied.filter((name) => migrationNames.includes(name) || !isExpanding(name)));
}

/** Returns the applied migrations, oldest first. Throws if one is unknown. */
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

/** Returns the pending migrations. Throws if this version cannot serve from the database. */
export async function listPendingMigrations(db: Db): Promise<string[]> {
  const applied = new Set(await listAppliedMigrations(db, requireServable));
  return migrationNames.filter((name) => !applied.has(name));
}

/** Applies each pending migration in a transaction. Throws if one fails or is unknown. */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  if ((await listPendingMigrations(db)).length === 0) return;
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
                isExpanding(name)
                  ? withNewColumnsGuarded(database, onPostgres, () =>
                      up(database.withPlugin(additionsOnly), types, onPostgres),
                    )
                  : runWithoutGuards(database, onPostgres, () => up(database, types, onPostgres)),
            },
          ]),
        ),
    },
  });
  // Turn foreign keys off, because replacing a table drops it temporarily. The migration then checks them.
  if (!onPostgres) await sql`pragma foreign_keys = off`.execute(db);
  try {
    const { error } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
    if (error) throw error;
  } finally {
    if (!onPostgres) await sql`pragma foreign_keys = on`.execute(db);
  }
}

export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
