import type { Db } from './tables.ts';

// No-op updates that lock rows until the transaction ends: SQLite has no `select … for update`.

export const lockUsers = (db: Db) =>
  db.updateTable('users').set((eb) => ({ role: eb.ref('role') }));

export const lockCohorts = (db: Db) =>
  db.updateTable('cohorts').set((eb) => ({ version: eb.ref('version') }));

export const lockGroups = (db: Db) =>
  db.updateTable('groups').set((eb) => ({ version: eb.ref('version') }));
