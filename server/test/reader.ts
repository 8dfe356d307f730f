import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { tableFacts, tableNames } from '#server/db/tables.ts';

/** Reads for a test what is stored, on a connection of its own and past the code that is tested. */
export type Reader = {
  /** Every row of the tables that are records, in an order that does not depend on where they lie. */
  readTables(): Promise<Record<string, unknown[]>>;
  /** For each query a text that is another one when a row of its result is. */
  digest(queries: Record<string, string>): Promise<Record<string, string>>;
};

/** All that the tables hold which are records. */
export const recordQueries: Readonly<Record<string, string>> = Object.fromEntries(
  tableNames
    .filter((table) => tableFacts[table].isRecord)
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
  /** Another number after each commit of another connection. */
  const version = () => JSON.stringify(read('pragma data_version'));
  let last = { of: '', digests: {} as Record<string, string> };
  return {
    readTables: async () => mapValues(recordQueries, readTable),
    digest: async (queries) => {
      const of = version() + JSON.stringify(queries);
      // A rewritten row keeps its place.
      const digestOf = (query: string) => JSON.stringify(read(query));
      if (last.of !== of) last = { of, digests: mapValues(queries, digestOf) };
      return last.digests;
    },
    end: () => opened?.close(),
  };
}

/** In one statement that is planned once: a query for each table costs seven times as much. */
export function readPostgres(url: string): Reader {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // A test may break all connections of the database; the next query opens another.
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
    return Object.fromEntries(rows.map(({ name, found }) => [name, found]));
  };
  return {
    readTables: () => readEach(recordQueries, "coalesce(json_agg(r order by r::text), '[]')"),
    // A rewritten row changes its place, so that the sum of what stands for each has to do.
    digest: (queries) =>
      readEach(queries, "count(*) || ' ' || coalesce(sum(hash_record_extended(r, 0)), 0)"),
  };
}

const mapValues = <From, To>(all: Readonly<Record<string, From>>, change: (one: From) => To) =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]));
