import { type Kysely, sql } from 'kysely';

/**
 * The tables whose rows belong to one cohort. `cohortOf` returns the SQL expression for the cohort's id, given `old` or
 * `new`. While that cohort is closed the database refuses every insert and delete, and every update that changes a
 * column which is not listed under `exempt`. A new column is therefore protected unless it is listed here.
 *
 * Not listed: emails, notices, reminders, board reminders, downloads, jobs, damaged files and the links between
 * announcements and emails. They record what the portal sent or found, and it goes on sending what was owed and
 * checking files.
 */
const guarded: Record<string, Guarded> = {
  cohorts: {
    cohortOf: (row) => `${row}.id`,
    exempt: {
      closed_at: 'closing and reopening',
      version: 'counts closing and reopening too',
    },
  },
  groups: {
    cohortOf: (row) => `${row}.cohort_id`,
    exempt: { search_key: 'derived from protected columns; rewritten when searches change' },
  },
  members: {
    cohortOf: (row) => ofGroup(`${row}.group_id`),
    exempt: {
      closed_at: 'follows the closing and reopening of the cohort',
      notified_viva_revision: 'which viva was emailed: emails that are owed still go out',
      left_by: 'which account had the address',
      user_id: 'which account owns the membership: it may sign up later',
    },
  },
  marks: {
    cohortOf: (row) => ofMember(`${row}.member_id`),
    exempt: { notified_revision: 'which mark was emailed: emails that are owed still go out' },
  },
  certificates: { cohortOf: (row) => ofMember(`${row}.member_id`) },
  changes: { cohortOf: (row) => ofGroup(`${row}.group_id`) },
  // A CV belongs to an account and to no cohort.
  documents: { cohortOf: (row) => ofGroup(`${row}.group_id`) },
  group_deadlines: { cohortOf: (row) => ofGroup(`${row}.group_id`) },
  extension_requests: { cohortOf: (row) => ofGroup(`${row}.group_id`) },
  objections: { cohortOf: (row) => ofGroup(`${row}.group_id`) },
  announcements: { cohortOf: (row) => `${row}.cohort_id` },
  announcement_groups: {
    cohortOf: (row) => `(select cohort_id from announcements where id = ${row}.announcement_id)`,
  },
  settings: {
    cohortOf: (row) => `nullif(${row}.scope, 'department')`,
    // A newer version of the portal adds the settings that it brings to every cohort at its start.
    isFreeInsert: 'new.version = 1',
  },
};

type Guarded = {
  cohortOf: (row: 'old' | 'new') => string;
  /** Column and reason. */
  exempt?: Record<string, string>;
  /** SQL condition on `new` for rows that may be inserted all the same. */
  isFreeInsert?: string;
};

const ofGroup = (id: string) => `(select cohort_id from groups where id = ${id})`;
const ofMember = (id: string) =>
  `(select groups.cohort_id from members join groups on groups.id = members.group_id where members.id = ${id})`;

export const guardedTables = Object.keys(guarded);

/** The text of the error that the database raises. */
export const closedRecord = 'This record belongs to a closed cohort.';

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
    const statements = (onPostgres ? guardOnPostgres : guardOnSqlite)(table, columns);
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
    guardedTables.flatMap((table) => triggers.map(({ event }) => nameOf(table, event))),
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

/** A delete is checked before it: afterwards the row no longer says which cohort it belonged to. */
const triggers = [
  { event: 'insert', moment: 'after', rows: ['new'] },
  { event: 'update', moment: 'after', rows: ['old', 'new'] },
  { event: 'delete', moment: 'before', rows: ['old'] },
] as const;

const nameOf = (table: string, event: string) => `${table}_closed_${event}`;

const cohortsOf = (table: string, rows: readonly ('old' | 'new')[]) =>
  rows.map((row) => guarded[table]?.cohortOf(row)).join(', ');

function guardOnSqlite(table: string, columns: readonly string[]): string[] {
  const differs = columns.map((column) => `old."${column}" is not new."${column}"`).join(' or ');
  return triggers.map(({ event, moment, rows }) => {
    const isClosed = `exists (select 1 from cohorts where id in (${cohortsOf(table, rows)}) and closed_at is not null)`;
    const free = guarded[table]?.isFreeInsert;
    const condition = {
      insert: free && `not (${free})`,
      update: `(${differs})`,
      delete: undefined,
    };
    const when = [condition[event], isClosed].filter(Boolean).join(' and ');
    return `create trigger "${nameOf(table, event)}" ${moment} ${event} on "${table}" when ${when}
      begin select raise(abort, '${closedRecord}'); end`;
  });
}

/**
 * The function locks the cohort's row, so that a write which the operation has not ordered after `requireOpen` waits for
 * a closing that is under way. `when` keeps updates that lock a row or write an exempt column from calling it.
 */
function guardOnPostgres(table: string, columns: readonly string[]): string[] {
  const row = (name: string) => `(${columns.map((column) => `${name}."${column}"`).join(', ')})`;
  const ids = (['old', 'new'] as const).map((name) => `(${guarded[table]?.cohortOf(name)})::uuid`);
  const refuse = `
    create or replace function refuse_closed_${table}() returns trigger language plpgsql as $$
    begin
      if (select count(closed_at) > 0 from (
        select closed_at from cohorts where id in (${ids.join(', ')}) for share
      ) as held) then
        raise exception '${closedRecord}' using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end $$`;
  return [
    refuse,
    ...triggers.map(({ event, moment }) => {
      const free = guarded[table]?.isFreeInsert;
      const conditions = {
        insert: free && `not (${free})`,
        update: `${row('old')} is distinct from ${row('new')}`,
        delete: undefined,
      };
      const when = conditions[event] ? `when (${conditions[event]})` : '';
      return `create trigger "${nameOf(table, event)}" ${moment} ${event} on "${table}"
        for each row ${when} execute function refuse_closed_${table}()`;
    }),
  ];
}
