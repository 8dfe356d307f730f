import type { Db } from './tables.ts';

export type ConnectionStats = {
  connections(): { used: number; idle: number };
  waiting: number;
  /** Connections acquired since the process started. `waitedMs` is the total time that callers waited for them. */
  taken: number;
  waitedMs: number;
};

const uses = new WeakMap<Db, ConnectionStats>();

export const createConnectionStats = (
  connections: ConnectionStats['connections'],
): ConnectionStats => ({
  connections,
  waiting: 0,
  taken: 0,
  waitedMs: 0,
});

export async function measureConnectionWait<T>(
  use: ConnectionStats,
  take: () => Promise<T>,
): Promise<T> {
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

export function registerConnectionStats(db: Db, use: ConnectionStats): Db {
  uses.set(db, use);
  return db;
}

export const findConnectionStats = (db: Db): ConnectionStats | undefined => uses.get(db);
