import type { Db } from './tables.ts';

/**
 * Queries that lock the rows which they find until the transaction ends; `where` and `returning` are the caller's. They
 * write what is there already: both databases lock for that, and SQLite has no `select … for update`.
 */
export const lockUsers = (db: Db) =>
  db.updateTable('users').set((eb) => ({ role: eb.ref('role') }));

export const lockGroups = (db: Db) =>
  db.updateTable('groups').set((eb) => ({ version: eb.ref('version') }));
