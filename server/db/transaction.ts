import { isPostgres } from './migrate.ts';
import type { PipelinedConnection } from './pipelined-connection.ts';
import type { Db } from './tables.ts';

type Pipeline = { connection: PipelinedConnection; writes: Promise<unknown>[] };

/** Transactions of `runTransaction` on PostgreSQL. */
const pipelines = new WeakMap<Db, Pipeline>();

/**
 * Runs `work` in a transaction. If `check` fails, no write of `work` is sent and no result of a query is returned to it,
 * although it may already have started on PostgreSQL. Before the commit, waits for the writes that `work` deferred, and
 * rolls back if one of them failed.
 */
export function runTransaction<T>(
  db: Db,
  work: (trx: Db) => Promise<T>,
  check?: (trx: Db) => Promise<unknown>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    if (isPostgres(trx)) return runPipelined(trx, work, check);
    await check?.(trx);
    return work(trx);
  });
}

async function runPipelined<T>(
  trx: Db,
  work: (trx: Db) => Promise<T>,
  check?: (trx: Db) => Promise<unknown>,
): Promise<T> {
  const provided = await trx.getExecutor().provideConnection(async (single) => single);
  const connection = provided as PipelinedConnection;
  const writes: Promise<unknown>[] = [];
  pipelines.set(trx, { connection, writes });
  const checked = check ? check(trx) : Promise.resolve();
  connection.requireFirst(checked);
  try {
    const result = await work(trx);
    // The loop also awaits the writes that are deferred during the loop.
    for (const write of writes) await write;
    return result;
  } catch (error) {
    // A failed check explains the error.
    await checked;
    throw error;
  } finally {
    // A deferred write of several statements must not send the next one after the end of the transaction.
    await Promise.allSettled(writes);
  }
}

/** Connections of `readTogether`. */
const singleConnections = new WeakSet<Db>();

/**
 * Runs independent reads on one connection. On PostgreSQL they take one round trip if `work` does not wait for one before
 * it starts the next. Within a transaction or another `readTogether`, uses the same connection.
 */
export function readTogether<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (!isPostgres(db) || db.isTransaction || singleConnections.has(db)) return work(db);
  return db.connection().execute((reader) => {
    singleConnections.add(reader);
    return work(reader);
  });
}

/** Lets the caller start other reads before it awaits `reading`, which then throws the error of the read, if any. */
export function startRead<T>(reading: Promise<T>): Promise<T> {
  // Without a handler, an error would end the process if another read fails first.
  reading.catch(() => {});
  return reading;
}

/**
 * Lets the caller continue before the database has replied to the statements of `write`, if they are part of a
 * transaction of `runTransaction` on PostgreSQL. The rest of the transaction must not depend on the result of the write.
 * SQLite has no latency, so the caller waits.
 */
export async function deferWrite(trx: Db, write: Promise<unknown>): Promise<void> {
  const pipeline = pipelines.get(trx);
  if (!pipeline) {
    await write;
    return;
  }
  // `runTransaction` reports the error.
  write.catch(() => {});
  pipeline.writes.push(write);
}

/** Like `deferWrite`, for a write of a single statement. Not even the commit waits for its reply. */
export async function deferStatement(trx: Db, statement: Promise<unknown>): Promise<void> {
  const pipeline = pipelines.get(trx);
  if (!pipeline) {
    await statement;
    return;
  }
  // The commit reports the error.
  pipeline.connection.defer(statement);
}
