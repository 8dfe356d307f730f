import { sql } from 'kysely';
import type pg from 'pg';
import { DatabaseAccessRefusedError } from './connect.ts';
import { requireCompatibleMigrations } from './migrate.ts';
import type { Db } from './tables.ts';

/** Key of the advisory lock, which serving processes share and a migration holds exclusively. */
const lockKey = "hashtext('fyp-portal'), hashtext(current_schema())";

/**
 * Acquires the lock that all serving processes share. Throws `DatabaseAccessRefusedError` during a migration, or after a newer
 * version has migrated the database.
 */
export async function acquireSharedLock(connection: pg.ClientBase): Promise<void> {
  const { rows } = await connection.query<{ shared: boolean }>(
    `select pg_try_advisory_lock_shared(${lockKey}) as shared`,
  );
  if (!rows[0]?.shared) throw new DatabaseAccessRefusedError('The database is being migrated.');
  // Read the migrations under the lock, so that no other process can apply one in between.
  const applied = await connection.query<{ name: string }>('select name from kysely_migration');
  try {
    requireCompatibleMigrations(applied.rows.map(({ name }) => name));
  } catch (cause) {
    throw new DatabaseAccessRefusedError(
      'A newer version of the portal has taken over the database.',
      {
        cause,
      },
    );
  }
}

/** Returns false if another process is serving from the database or migrating it. */
export async function tryAcquireMigrationLock(session: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${sql.raw(lockKey)}) as locked
  `.execute(session);
  return rows[0]?.locked === true;
}

/** Releases the migration lock at once. Closing the connection would release it after a short delay. */
export const releaseMigrationLock = (session: Db) =>
  sql`select pg_advisory_unlock(${sql.raw(lockKey)})`.execute(session);

/** Waits until no process holds the migration lock, because `acquireSharedLock` would throw until then. */
export async function waitForMigrationEnd(session: Db): Promise<void> {
  await sql`select pg_advisory_lock_shared(${sql.raw(lockKey)})`.execute(session);
  await sql`select pg_advisory_unlock_shared(${sql.raw(lockKey)})`.execute(session);
}
