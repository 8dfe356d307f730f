import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allTableDeclarations } from '#server/db/schema.ts';
import {
  buildPostgresTriggers,
  buildSqliteTriggers,
  closedRecordMessage,
  getTriggerName,
  triggerEventNames,
} from './closed-triggers.ts';
import type { CohortGuard } from './cohort-guard.ts';

/** Tables with triggers that reject changes to their rows while the cohort is closed, keyed by name. */
const guards: Readonly<Record<string, CohortGuard>> = Object.fromEntries(
  Object.entries(allTableDeclarations).flatMap(([table, { cohort }]) =>
    typeof cohort === 'string' ? [] : [[table, cohort]],
  ),
);

export const guardedTables = Object.keys(guards);

/** Returns an SQL expression for the id of the cohort to which a row of the table belongs. */
export function buildCohortIdSql(table: string): RawBuilder<string> {
  const guard = guards[table];
  if (!guard) throw new Error(`The table ${table} belongs to no cohort.`);
  return sql.raw(guard.cohortOf(`"${table}"."${guard.key}"`));
}

export const isClosedRecordError = (error: unknown): boolean =>
  error instanceof Error && error.message === closedRecordMessage;

type AnyDb = Kysely<unknown>;
type Column = { table: string; name: string };

/** Returns, for each guarded table, the current columns that cannot change in a closed cohort. */
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

/** Creates or replaces the triggers that protect closed cohorts, for the current columns of all guarded tables. */
export async function createClosedRecordTriggers(db: AnyDb, onPostgres: boolean): Promise<void> {
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

/** Drops the triggers on `tables` that protect closed cohorts. Returns true if any guarded table had such triggers. */
async function unguardClosedRecords(
  db: AnyDb,
  onPostgres: boolean,
  tables: readonly string[] = guardedTables,
): Promise<boolean> {
  const names = sql.join(
    guardedTables.flatMap((table) =>
      triggerEventNames.map((event) => getTriggerName(table, event)),
    ),
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

/** Drops the triggers that protect closed cohorts, runs `work`, and recreates the triggers if there were any. */
export async function runWithoutClosedRecordTriggers(
  db: AnyDb,
  onPostgres: boolean,
  work: () => Promise<void>,
): Promise<void> {
  const isGuarded = await unguardClosedRecords(db, onPostgres);
  await work();
  if (isGuarded) await createClosedRecordTriggers(db, onPostgres);
}

/** Runs a migration that only adds tables or columns, then protects these. Keeps the triggers on all other tables. */
export async function runExpandMigration(
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
