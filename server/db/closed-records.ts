import { type Kysely, sql } from 'kysely';
import {
  closedRecord,
  events,
  nameOf,
  triggersOnPostgres,
  triggersOnSqlite,
} from './closed-triggers.ts';

/**
 * The tables whose rows belong to one cohort. `cohortOf` returns the SQL expression for the cohort's id, given that of
 * the `key` column. While that cohort is closed the database refuses every insert and delete, and every update that
 * changes a column which is not listed under `exempt`. A new column is therefore protected unless it is listed here.
 *
 * Not listed: emails, notices, reminders, board reminders, downloads, jobs, damaged files, claimed addresses and the links
 * between announcements and emails. They record what the portal sent or found, or belong to accounts.
 */
const guarded: Record<string, Guarded> = {
  cohorts: {
    ...{ key: 'id', cohortOf: (id) => id },
    isLocked: true,
    exempt: {
      closed_at: 'closing and reopening',
      version: 'counts closing and reopening too',
    },
  },
  groups: {
    ...{ key: 'cohort_id', cohortOf: (id) => id },
    isLocked: true,
    exempt: {
      search_key: 'derived from protected columns; rewritten when searches change',
      name_search_key: 'derived as well',
      sort_key: 'derived as well',
    },
  },
  members: {
    ...{ key: 'group_id', cohortOf: ofGroup },
    exempt: {
      closed_at: 'follows the closing and reopening of the cohort',
      notified_viva_revision: 'which viva was emailed: emails that are owed still go out',
      left_by: 'which account had the address',
      user_id: 'which account owns the membership: it may sign up later',
    },
  },
  marks: {
    ...{ key: 'member_id', cohortOf: ofMember },
    exempt: { notified_revision: 'which mark was emailed: emails that are owed still go out' },
  },
  certificates: { key: 'member_id', cohortOf: ofMember },
  changes: { key: 'group_id', cohortOf: ofGroup },
  // A CV belongs to an account and to no cohort.
  documents: { key: 'group_id', cohortOf: ofGroup },
  submissions: {
    key: 'document_id',
    cohortOf: (id) => ofGroup(`(select group_id from documents where id = ${id})`),
  },
  group_deadlines: { key: 'group_id', cohortOf: ofGroup },
  extension_requests: { key: 'group_id', cohortOf: ofGroup },
  objections: { key: 'group_id', cohortOf: ofGroup },
  announcements: { key: 'cohort_id', cohortOf: (id) => id, isLocked: true },
  announcement_groups: {
    key: 'announcement_id',
    cohortOf: (id) => `(select cohort_id from announcements where id = ${id})`,
  },
  settings: {
    ...{ key: 'scope', cohortOf: (scope) => `nullif(${scope}, 'department')` },
    // A newer version of the portal adds the settings that it brings to every cohort at its start.
    isFree: (row) => `${row}.version = 1`,
  },
};

export type Guarded = {
  key: string;
  cohortOf: (key: string) => string;
  /** Column and reason. */
  exempt?: Record<string, string>;
  /** True if rows are locked by updates that change nothing: these must cost as little as possible. */
  isLocked?: true;
  /** The SQL condition for rows that may be inserted all the same. */
  isFree?: (row: string) => string;
};

function ofGroup(id: string): string {
  return `(select cohort_id from groups where id = ${id})`;
}

function ofMember(id: string): string {
  return ofGroup(`(select group_id from members where id = ${id})`);
}

export const guardedTables = Object.keys(guarded);

/** True if `error` is the database's refusal to change a record of a closed cohort. */
export const isClosedRecord = (error: unknown): boolean =>
  error instanceof Error && error.message === closedRecord;

type AnyDb = Kysely<unknown>;
type Column = { table: string; name: string };

/** The columns that a closed cohort protects, by table, as the database has them now. */
export async function protectedColumns(
  db: AnyDb,
  onPostgres: boolean,
): Promise<Map<string, string[]>> {
  const tables = sql.join(guardedTables);
  const columns = onPostgres
    ? sql<Column>`
        select table_name as "table", column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name in (${tables}) order by ordinal_position
      `
    : sql<Column>`
        select tables.name as "table", columns.name as name
        from sqlite_schema as tables, pragma_table_info(tables.name) as columns
        where tables.type = 'table' and tables.name in (${tables}) order by columns.cid
      `;
  const { rows } = await columns.execute(db);
  const all = rows.filter(({ table, name }) => guarded[table]?.exempt?.[name] === undefined);
  const byTable = Map.groupBy(all, ({ table }) => table);
  return new Map([...byTable].map(([table, own]) => [table, own.map(({ name }) => name)]));
}

/** Creates the triggers for the columns that the tables have now, replacing those that exist. */
export async function guardClosedRecords(db: AnyDb, onPostgres: boolean): Promise<void> {
  await unguardClosedRecords(db, onPostgres);
  await createTriggers(db, onPostgres, await protectedColumns(db, onPostgres));
}

async function createTriggers(
  db: AnyDb,
  onPostgres: boolean,
  columnsOf: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const [table, columns] of columnsOf) {
    const own = guarded[table];
    if (!own) throw new Error(`The table ${table} belongs to no cohort.`);
    const statements = onPostgres
      ? triggersOnPostgres(table, own, columns)
      : triggersOnSqlite(table, own, columns);
    for (const statement of statements) await sql.raw(statement).execute(db);
  }
}

/** Drops the triggers, of the tables given only. Returns whether there were any. */
async function unguardClosedRecords(
  db: AnyDb,
  onPostgres: boolean,
  tables: readonly string[] = guardedTables,
): Promise<boolean> {
  const names = sql.join(
    guardedTables.flatMap((table) => events.map((event) => nameOf(table, event))),
  );
  const existing = onPostgres
    ? sql<Column>`
        select relname as "table", tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
        where relnamespace = current_schema()::regnamespace and tgname in (${names})
      `
    : sql<Column>`
        select tbl_name as "table", name from sqlite_schema
        where type = 'trigger' and name in (${names})
      `;
  const { rows } = await existing.execute(db);
  for (const { table, name } of rows) {
    const on = onPostgres ? sql` on ${sql.table(table)}` : sql``;
    if (tables.includes(table)) await sql`drop trigger ${sql.ref(name)}${on}`.execute(db);
  }
  return rows.length > 0;
}

/**
 * Runs `work` without the triggers, for a restore and for every migration: both write records of closed cohorts. A
 * database that had none before has none afterwards. The caller runs it in one transaction with all that `work` writes.
 */
export async function withoutGuards(
  db: AnyDb,
  onPostgres: boolean,
  work: () => Promise<void>,
): Promise<void> {
  const isGuarded = await unguardClosedRecords(db, onPostgres);
  await work();
  if (isGuarded) await guardClosedRecords(db, onPostgres);
}

/**
 * Runs a migration that only adds. An older version goes on serving meanwhile, so that the triggers stay, and only
 * those of tables that got a column or are new are replaced.
 */
export async function withNewColumnsGuarded(
  db: AnyDb,
  onPostgres: boolean,
  work: () => Promise<void>,
): Promise<void> {
  const isGuarded = await unguardClosedRecords(db, onPostgres, []);
  const before = await protectedColumns(db, onPostgres);
  await work();
  if (!isGuarded) return;
  const after = await protectedColumns(db, onPostgres);
  const changed = [...after].filter(
    ([table, columns]) => columns.length !== before.get(table)?.length,
  );
  const tables = changed.map(([table]) => table);
  await unguardClosedRecords(db, onPostgres, tables);
  await createTriggers(db, onPostgres, new Map(changed));
}
