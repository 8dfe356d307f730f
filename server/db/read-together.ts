import { isPostgres } from './migrate.ts';
import type { Db } from './tables.ts';

/** Databases of `readTogether`, which use a single connection. */
const singleConnections = new WeakSet<Db>();

/**
 * Runs the independent reads of a request on one connection of the pool on PostgreSQL. Otherwise, `Promise.all` would use
 * a connection for each read. Within a transaction or another `readTogether`, and on SQLite, only calls `work`.
 */
export function readTogether<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (!isPostgres(db) || db.isTransaction || singleConnections.has(db)) return work(db);
  return db.connection().execute((reader) => {
    singleConnections.add(reader);
    return work(reader);
  });
}
