import { type Kysely, sql } from 'kysely';
import {
  buildPostgresTriggers,
  buildSqliteTriggers,
  closedRecordMessage,
  guardedEvents,
  triggerName,
} from './closed-triggers.ts';

/**
 * Tables whose rows belong to one cohort. While the cohort is closed, triggers reject inserts, deletes, and updates of
 * columns that `exempt` does not list. Tables of accounts, and records of emails, notices, reminders, downloads, jobs
 * and damaged files, are not guarded.
 */
const guards: Record<string, CohortGuard> = {
  cohorts: {
    key: 'id',
    cohortOf: (id) => id,
    isLocked: true,
    exempt: {
      closed_at: 'closing and reopening',
      version: 'counts closing and reopening too',
    },
  },
  groups: {
    key: 'cohort_id',
    cohortOf: (id) => id,
    isLocked: true,
    exempt: {
      search_key: 'derived from protected columns; rewritten when searches change',
      name_search_key: 'derived as well',
      sort_key: 'derived as well',
    },
  },
  members: {
    key: 'group_id',
    cohortOf: ofGroup,
    exempt: {
      closed_at: 'follows the closing and reopening of the cohort',
      notified_viva_revision: 'the emailed viva revision: pending emails are still sent',
      left_by: 'an account that once had the email address',
      user_id: 'the account of the membership: a student may sign up later',
    },
  },
  marks: {
    key: 'member_id',
    cohortOf: ofMember,
    exempt: { notified_revision: 'the emailed revision: pending emails are still sent' },
  },
  certificates: { key: 'member_id', cohortOf: ofMember },
  changes: { key: 'group_id', cohortOf: ofGroup },
  // CVs have no group_id, so they are not guarded.
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
    key: 'scope',
    cohortOf: (scope) => `nullif(${scope}, 'department')`,
    // At startup, a new version adds its settings to every cohort, including closed ones.
    isInsertAllowed: (row) => `${row}.version = 1`,
  },
};

export type CohortGuard = {
  key: string;
  /** Converts an SQL expression for the key to one for the cohort's id. */
  cohortOf: (key: string) => string;
  /** Columns that may still change, with the reason. */
  exempt?: Record<string, string>;
  /** True if no-op updates lock rows of this table. The trigger must not slow them down. */
  isLocked?: true;
  /** Returns the SQL condition for rows that may be inserted into a closed cohort. */
  isInsertAllowed?: (row: string) => string;
};

function ofGroup(id: string): string {
  return `(select cohort_id from groups where id = ${id})`;
}

function ofMember(id: string): string {
  return ofGroup(`(select group_id from members where id = ${id})`);
}

export const guardedTables = Object.keys(guards);

export const isClosedRecordError = (error: unknown): boolean =>
  error instanceof Error && error.message === closedRecordMessage;

type AnyDb = Kysely<unknown>;
type Column = { table: string; name: string };

/** Returns the protected columns of each guarded table, from the database's current schema. */
export async function listProtectedColumns(
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
  const all = rows.filter(({ table, name }) => guards[table]?.exempt?.[name] === undefined);
  const byTable = Map.groupBy(all, ({ table }) => table);
  return new Map([...byTable].map(([table, guard]) => [table, guard.map(({ name }) => name)]));
}

/** Creates or replaces the triggers for the current columns of all guarded tables. */
export async function guardClosedRecords(db: AnyDb, onPostgres: boolean): Promise<void> {
  await unguardClosedRecords(db, onPostgres);
  await createTriggers(db, onPostgres, await listProtectedColumns(db, onPostgres));
}

async function createTriggers(
  db: AnyDb,
  onPostgres: boolean,
  columnsByTable: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const [table, columns] of columnsByTable) {
    const guard = guards[table];
    if (!guard) throw new Error(`The table ${table} belongs to no cohort.`);
    const statements = onPostgres
      ? buildPostgresTriggers(table, guard, columns)
      : buildSqliteTriggers(table, guard, columns);
    for (const statement of statements) await sql.raw(statement).execute(db);
  }
}

/** Drops the triggers of `tables`. Returns true if any guarded table had triggers. */
async function unguardClosedRecords(
  db: AnyDb,
  onPostgres: boolean,
  tables: readonly string[] = guardedTables,
): Promise<boolean> {
  const names = sql.join(
    guardedTables.flatMap((table) => guardedEvents.map((event) => triggerName(table, event))),
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

/** Runs `work` in the caller's transaction with the triggers dropped, and then recreates them. */
export async function runWithoutGuards(
  db: AnyDb,
  onPostgres: boolean,
  work: () => Promise<void>,
): Promise<void> {
  const isGuarded = await unguardClosedRecords(db, onPostgres);
  await work();
  if (isGuarded) await guardClosedRecords(db, onPostgres);
}

/** Runs an expanding migration while older versions serve, and then replaces the triggers of changed tables. */
export async function withNewColumnsGuarded(
  db: AnyDb,
  onPostgres: boolean,
  work: () => Promise<void>,
): Promise<void> {
  const isGuarded = await unguardClosedRecords(db, onPostgres, []);
  const before = await listProtectedColumns(db, onPostgres);
  await work();
  if (!isGuarded) return;
  const after = await listProtectedColumns(db, onPostgres);
  const changed = [...after].filter(
    ([table, columns]) => columns.length !== before.get(table)?.length,
  );
  const tables = changed.map(([table]) => table);
  await unguardClosedRecords(db, onPostgres, tables);
  await createTriggers(db, onPostgres, new Map(changed));
}
