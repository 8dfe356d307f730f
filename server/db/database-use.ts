import type { Db } from './tables.ts';

/** How this process uses its connections to a database. */
export type DatabaseUse = {
  connections(): { used: number; idle: number };
  /** Whoever wants a connection and has none yet. */
  waiting: number;
  /** How many were taken so far, and how long that was waited for in all. */
  taken: number;
  waitedMs: number;
};

const uses = new WeakMap<Db, DatabaseUse>();

export const newDatabaseUse = (connections: DatabaseUse['connections']): DatabaseUse => ({
  connections,
  waiting: 0,
  taken: 0,
  waitedMs: 0,
});

export async function watchWait<T>(use: DatabaseUse, take: () => Promise<T>): Promise<T> {
  const began = performance.now();
  use.waiting += 1;
  try {
    return await take();
  } finally {
    use.waiting -= 1;
    use.taken += 1;
    use.waitedMs += performance.now() - began;
  }
}

export function withUse(db: Db, use: DatabaseUse): Db {
  uses.set(db, use);
  return db;
}

/** Undefined for one that was opened otherwise. */
export const databaseUse = (db: Db): DatabaseUse | undefined => uses.get(db);
