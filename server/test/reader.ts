import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { tableDeclarations, tableNames } from '#server/db/schema.ts';

/** Reads stored rows through a separate connection, without the tested code. */
export type Reader = {
  /** Returns every row of the record tables, in an order that does not depend on their storage. */
  readTables(): Promise<Record<string, unknown[]>>;
  /** Returns a digest of each query's result. */
  digest(queries: Record<string, string>): Promise<Record<string, string>>;
};

/** A query for all rows of each record table. Tables of caches and queues are excluded. */
export const recordQueries: Readonly<Record<string, string>> = Object.fromEntries(
  tableNames
    .filter((table) => tableDeclarations[table].isRecord)
    .map((table) => [table, `select * from "${table}"`]),
);

export function readSqlite(file: string): Reader & { end(): void } {
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
    readTables: async () => mapValues(recordQueries, readTable),
    digest: async (queries) => {
      const of = version() + JSON.stringify(queries);
      // No sorting is needed: SQLite returns an updated row at the same position.
      const digestOf = (query: string) => JSON.stringify(read(query));
      if (last.of !== of) last = { of, digests: mapValues(queries, digestOf) };
      return last.digests;
    },
    end: () => opened?.close(),
  };
}

/** Reads all tables with one prepared statement: separate queries take seven times as long. */
export function readPostgres(url: string): Reader {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // Ignore errors of connections that a test breaks; the next query opens a new connection.
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
    readTables: () => readEach(recordQueries, "coalesce(json_agg(r order by r::text), '[]')"),
    // PostgreSQL moves an updated row, so the digest is a sum that does not depend on the order.
    digest: (queries) =>
      readEach(queries, "count(*) || ' ' || coalesce(sum(hash_record_extended(r, 0)), 0)"),
  };
}

const mapValues = <From, To>(all: Readonly<Record<string, From>>, change: (entry: From) => To) =>
  Object.fromEntries(Object.entries(all).map(([name, entry]) => [name, change(entry)]));
