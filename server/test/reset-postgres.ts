import { sql } from 'kysely';
import pg from 'pg';
import { findConnectionStats } from '#server/db/database-use.ts';
import { tableNames } from '#server/db/schema.ts';
import type { Db } from '#server/db/tables.ts';
import type { DatabaseReader } from './reader.ts';

const tables = [...tableNames, 'kysely_migration'];
const rowQueries = Object.fromEntries(tables.map((table) => [table, `select * from "${table}"`]));

const catalogs = ['attribute', 'class', 'constraint', 'index', 'proc', 'trigger'];
/** Queries for changes that cannot be undone. Each change of the schema writes rows of the catalogs. */
const checks = {
  schema: catalogs.map((name) => `select xmin from pg_${name}`).join(' union all '),
  'open transactions': `select pid from pg_stat_activity where datname = current_database()
    and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`,
};

/**
 * Saves the rows and sequences of a database. Returns a function that restores the changed tables and the sequences. It
 * throws if it cannot restore them: a test changed the schema or left a transaction open, or the account is not a
 * superuser.
 */
export async function savePostgres(
  db: Db,
  { digest }: DatabaseReader,
): Promise<() => Promise<void>> {
  const queries = { ...rowQueries, ...checks };
  const digests = await digest(queries);
  const restoreTable = await saveTables(db);
  const restoreSequences = await saveSequences(db);
  return async () => {
    if (isInUse(db)) throw new Error('The test left connections in use.');
    const current = await digest(queries);
    const isChanged = (name: string) => current[name] !== digests[name];
    const obstacle = Object.keys(checks).find(isChanged);
    if (obstacle) throw new Error(`The test changed the database’s ${obstacle}.`);
    const statements = [
      // Disables foreign keys and triggers until the end of the transaction.
      'set local session_replication_role = replica',
      ...tables.filter(isChanged).map((table) => restoreTable.get(table)),
      ...restoreSequences,
    ];
    // If a query has no parameters, PostgreSQL runs all of its statements in one transaction.
    await sql.raw(statements.join('; ')).execute(db);
  };
}

/** Returns for each table the statements that restore its current rows. */
async function saveTables(db: Db): Promise<Map<string, string>> {
  const selects = tables.map(
    (table) => `select '${table}' as name, (select json_agg(t)::text from "${table}" t) as rows`,
  );
  const saved = await sql
    .raw<{ name: string; rows: string | null }>(selects.join(' union all '))
    .execute(db);
  return new Map(
    saved.rows.map(({ name, rows }) => {
      const source = `json_populate_recordset(null::"${name}", ${pg.escapeLiteral(rows ?? '[]')})`;
      const insertion = `insert into "${name}" overriding system value select * from ${source}`;
      return [name, `delete from "${name}"; ${insertion}`];
    }),
  );
}

/** Returns the statements that restore the current values of the sequences. */
async function saveSequences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select format(
      'select setval(%L, %s, %L)',
      quote_ident(sequencename), coalesce(last_value, start_value), last_value is not null
    ) as statement
    from pg_sequences where schemaname = 'public'
  `.execute(db);
  return rows.map(({ statement }) => statement);
}

export function isInUse(db: Db): boolean {
  return findConnectionStats(db)?.connections().used !== 0;
}

type Named = { name: string };

/** Deletes all rows in one statement, so the order of the tables does not matter. TRUNCATE is 100 times slower. */
export async function empty(db: Db) {
  const tables = await sql<Named>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely_%'
  `.execute(db);
  const sequences = await sql<Named>`
    select sequencename as name from pg_sequences where schemaname = 'public'
  `.execute(db);
  const deletions = tables.rows.map(({ name }) => `"of ${name}" as (delete from "${name}")`);
  const statements = [
    ...guarded.map((name) => `alter table ${name} disable trigger user`),
    'update cohorts set closed_at = null where closed_at is not null',
    `with ${deletions.join(', ')} select 1`,
    ...guarded.map((name) => `alter table ${name} enable trigger user`),
    ...sequences.rows.map(({ name }) => `alter sequence "${name}" restart`),
  ];
  // If a query has no parameters, PostgreSQL runs all of its statements in one transaction.
  await sql.raw(statements.join('; ')).execute(db);
}

/** Tables whose triggers reject deletions. */
const guarded = ['changes', 'audit_entries', 'audit_repetitions'] as const;
