import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import pg from 'pg';

type Row = Record<string, unknown>;
type Run = (text: string, parameters: readonly unknown[]) => Promise<Row[]>;
export type StatementRunner = {
  read: Run;
  /** Runs one transaction and resolves after it is flushed to disk. */
  write: (work: (run: Run) => Promise<void>) => Promise<void>;
};

/** Opens the minimal server's database, with the portal's pragmas for SQLite. The runner reuses prepared statements. */
export const openStatementRunner = (file: string, url: string | undefined): StatementRunner =>
  url ? openPostgres(url) : openSqlite(file);

function openSqlite(file: string): StatementRunner {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  const statements = new Map<string, StatementSync>();
  const statement = (text: string) => {
    const prepared = statements.get(text) ?? database.prepare(text.replace(/\$(\d+)/g, '?$1'));
    statements.set(text, prepared);
    return prepared;
  };
  let previous: Promise<unknown> = Promise.resolve();
  return {
    read: async (text, parameters) => statement(text).all(...(parameters as SQLInputValue[])),
    write(work) {
      const transaction = previous.then(async () => {
        statement('begin immediate').run();
        await work(async (text, parameters) =>
          statement(text).all(...(parameters as SQLInputValue[])),
        );
        statement('commit').run();
      });
      previous = transaction;
      return transaction;
    },
  };
}

function openPostgres(url: string): StatementRunner {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const names = new Map<string, string>();
  const getName = (text: string) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return name;
  };
  const query = (on: pg.Pool | pg.PoolClient, text: string, parameters: readonly unknown[]) =>
    on.query({ name: getName(text), text, values: [...parameters] });
  return {
    read: async (text, parameters) => (await query(pool, text, parameters)).rows,
    async write(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await work(async (text, parameters) => (await query(client, text, parameters)).rows);
        await client.query('commit');
      } finally {
        client.release();
      }
    },
  };
}
