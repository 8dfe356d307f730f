import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openSqlite } from '#server/db/connect.ts';
import { openReader } from './open-reader.ts';
import { type ReadQuery, SqliteReadThread } from './read-thread.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { getSqliteErrorCode } from './sqlite-errors.ts';
import { SqliteReads } from './sqlite-reads.ts';

const folder = mkdtempSync(join(tmpdir(), 'reads-'));
const file = join(folder, 'x.sqlite');
const db = openSqlite(file);
await sql`create table texts (id integer primary key, text text)`.execute(db);
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const query = (text: string, ...parameters: unknown[]): ReadQuery => ({ sql: text, parameters });
/** Counts to a number, which takes SQLite about 0.1 µs per step. */
const countTo = (limit: number) =>
  query(
    'with recursive n (i) as (select 1 union all select i + 1 from n where i < ?) select max(i) as last from n',
    limit,
  );
/** Takes several seconds. It ends, because the thread that runs it cannot end before. */
const long = countTo(60_000_000);

let thread: SqliteReadThread;
const openThread = (limits?: ConstructorParameters<typeof SqliteReadThread>[1]) => {
  thread = new SqliteReadThread(file, limits);
  return thread;
};
afterEach(() => thread.close());

describe('the read thread', () => {
  it('returns the same rows as a connection, including those committed just before', async () => {
    const reader = openReader(file);
    const values = query(
      "select ? as n, null as missing, lower('ÄÖ') as text, x'00ff' as bytes",
      7,
    );
    const { rows } = await openThread().execute(values);
    expect(rows).toEqual(reader.execute(values).rows);
    expect(rows).toMatchObject([{ n: 7, missing: null, text: 'äö' }]);
    reader.close();
    for (let id = 1; id < 4; id += 1) {
      await sql`insert into texts values (${id}, 'x')`.execute(db);
      const counted = await thread.execute(query('select count(*) as total from texts'));
      expect(counted.rows).toEqual([{ total: id }]);
    }
  });

  it('lets the event loop run meanwhile, and runs queries in order', async () => {
    const events: unknown[] = [];
    const slow = openThread().execute(countTo(3_000_000));
    const queries = [slow, thread.execute(query('select 2'))].map((each, at) =>
      each.then(() => events.push(at)),
    );
    setImmediate(() => events.push('timer'));
    await Promise.all(queries);
    expect(events).toEqual(['timer', 0, 1]);
  });

  it('rejects with the message and code of SQLite, and continues', async () => {
    const refused = openThread().execute(query("insert into texts (text) values ('y')"));
    const error = await refused.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: 'attempt to write a readonly database' });
    expect(getSqliteErrorCode(error)).toBe(8);
    expect((await thread.execute(query('select 1 as n'))).rows).toEqual([{ n: 1 }]);
  });

  it('ends a query at its time limit, and runs waiting and later queries in a new thread', async () => {
    const limits = { queryMs: 2000, idleMs: 60_000 };
    const slow = openThread(limits).execute(long);
    const waiting = [2, 3].map((n) => thread.execute(query('select ? as n', n)));
    await expect(slow).rejects.toThrow(/^Query read timeout/);
    const results = await Promise.all(waiting);
    expect(results.map(({ rows }) => rows)).toEqual([[{ n: 2 }], [{ n: 3 }]]);
    expect((await thread.execute(query('select 1 as n'))).rows).toEqual([{ n: 1 }]);
  });

  it('rejects all waiting queries when it is closed', async () => {
    openThread();
    const waiting = [long, query('select 1')].map((each) =>
      thread.execute(each).catch((reason: Error) => reason.message),
    );
    await thread.close();
    const message = 'The database connection was closed.';
    expect(await Promise.all(waiting)).toEqual([message, message]);
  });

  it('starts again after it ended because it was idle', async () => {
    openThread({ queryMs: 20_000, idleMs: 1 });
    for (let round = 0; round < 3; round += 1) {
      expect((await thread.execute(query('select 1 as n'))).rows).toEqual([{ n: 1 }]);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
});

describe('SqliteReads', () => {
  /** Each query takes the number of milliseconds in its first parameter, and returns that many rows of its second. */
  const run = ({ parameters: [ms, count = 1] }: ReadQuery) => ({
    ms: ms as number,
    rows: Array.from({ length: count as number }, () => ({})),
  });
  const createReads = () => {
    const inThread: unknown[] = [];
    const connection = {
      execute(each: ReadQuery) {
        const began = performance.now();
        const { ms, rows } = run(each);
        while (performance.now() - began < ms);
        return { rows };
      },
    } as unknown as SqliteConnection;
    const reads = new SqliteReads(() => connection, {
      execute: async (each) => {
        inThread.push(each.parameters[0]);
        return run(each);
      },
      close: async () => {},
    });
    return { reads, inThread };
  };

  it('runs a query in the thread after two slow runs, and directly again after a fast one', async () => {
    const { reads, inThread } = createReads();
    for (const ms of [30, 31, 32, 33, 1, 34]) await reads.execute(query('a', ms));
    // The fast run and the slow one before it were in the thread, the run after it was not.
    expect(inThread).toEqual([32, 33, 1]);
  });

  it('runs queries directly that are slow only once, return many rows, or have another text', async () => {
    const { reads, inThread } = createReads();
    for (const ms of [30, 0, 30, 0]) await reads.execute(query('a', ms));
    for (const ms of [30, 30, 30]) await reads.execute(query('b', ms, 501));
    for (const text of ['c', 'd', 'e']) await reads.execute(query(text, 30));
    expect(inThread).toEqual([]);
  });
});
