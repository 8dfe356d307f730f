import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { allTableDeclarations, tableNames } from '#server/db/schema.ts';

/** Reads stored rows through a separate connection, independently of the tested code. */
export type DatabaseReader = {
  readTables(): Promise<Record<string, unknown[]>>;
  digest(queries: Record<string, string>): Promise<Record<string, string>>;
};

/** Queries for all rows of each table that a rejected request must not change. */
export const rowQueriesByTable: Readonly<Record<string, string>> = Object.fromEntries(
  tableNames
    .filter((table) => allTableDeclarations[table].isRecord)
    .map((table) => [table, `select * from "${table}"`]),
);

export function openSqliteReader(file: string): DatabaseReader & { end(): void } {
  let opened: DatabaseSync | undefined;
  const open = () => {
    opened ??= new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    return opened;
  };
  const read = (query: string): unknown[] => open().prepare(query).all();
  const readTable = (query: string) => {
    const texts = read(query).map((row) => ({ row, text: JSON.stringify(row) }));
    return texts.toSorted((a, b) => (a.text < b.text ? -1 : 1)).map(({ row }) => row);
  };
  /** Returns a value that changes with each commit of another connection. */
  const version = () => JSON.stringify(read('pragma data_version'));
  let last = { of: '', digests: {} as Record<string, string> };
  return {
    readTables: async () => mapValues(rowQueriesByTable, readTable),
    digest: async (queries) => {
      const of = version() + JSON.stringify(queries);
      // The rows need no sorting, because SQLite keeps an updated row in its position.
      const digestOf = (query: string) => JSON.stringify(read(query));
      if (last.of !== of) last = { of, digests: mapValues(queries, digestOf) };
      return last.digests;
    },
    end: () => opened?.close(),
  };
}

/** Opens a reader of all tables. It uses one prepared statement: separate queries take seven times as long. */
export function openPostgresReader(url: string): DatabaseReader {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // After a test breaks a connection, the next query opens a new one.
  pool.on('error', () => {});
  const readEach = async <Found>(
    queries: Record<string, string>,
    how: string,
  ): Promise<Record<string, Found>> => {
    const parts = Object.entries(queries).map(
      ([name, query]) => `select '${name}' as name, (select ${how} from (${query}) r) as found`,
    );
    const text = parts.join(' union all ');
    const name = createHash('sha256').update(text).digest('hex').slice(0, 40);
    const { rows } = await pool.query<{ name: string; found: Found }>({ name, text });
    return Object.fromEntries(rows.map(({ name, found: hash }) => [name, hash]));
  };
  return {
    readTables: () => readEach(rowQueriesByTable, "coalesce(json_agg(r order by r::text), '[]')"),
    // PostgreSQL moves updated rows, so add up the row hashes: the sum does not depend on the order of the rows.
    digest: (queries) =>
      readEach(queries, "count(*) || ' ' || coalesce(sum(hash_record_extended(r, 0)), 0)"),
  };
}

const mapValues = <From, To>(all: Readonly<Record<string, From>>, change: (entry: From) => To) =>
  Object.fromEntries(Object.entries(all).map(([name, entry]) => [name, change(entry)]));
