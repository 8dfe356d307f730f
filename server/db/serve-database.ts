import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { NotAdmitted, openPostgres } from './connect.ts';
import { isUpToDate, migrate, requireKnown } from './migrate.ts';
import type { Db } from './tables.ts';

/** The lock in this schema that serving connections share, and that a migration holds alone. */
const lock = "hashtext('fyp-portal'), hashtext(current_schema())";
/** A predecessor that is told to stop takes 10 s at most. */
const waitMs = 30_000;

/** Migrated first. A process of another version may not go on writing (decision 15). */
export async function servePostgres(
  url: string,
  { onWait, limitMs = waitMs }: { onWait: () => void; limitMs?: number },
): Promise<Db> {
  const db = openPostgres(url);
  try {
    // One session of the database, since the lock is the session's.
    await db.connection().execute((session) => migrateAlone(session, onWait, limitMs));
  } finally {
    await db.destroy();
  }
  return openPostgres(url, admit);
}

async function migrateAlone(session: Db, onWait: () => void, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  // Another process may have migrated meanwhile.
  for (let tries = 0; !(await isUpToDate(session)); tries += 1) {
    const { rows } = await sql<{ alone: boolean }>`
      select pg_try_advisory_lock(${sql.raw(lock)}) as alone
    `.execute(session);
    if (rows[0]?.alone) {
      await migrate(session);
      // The connection's end would come a moment too late for the first that is admitted.
      await sql`select pg_advisory_unlock(${sql.raw(lock)})`.execute(session);
      return;
    }
    if (performance.now() > deadline) {
      throw new Error(
        'The database has to be brought up to date, and a portal of an earlier version is serving from it. Stop every process of that version, then start this one again.',
      );
    }
    if (tries === 0) onWait();
    await sleep(200);
  }
  // Whoever has just migrated may still have the lock: not to be admitted would end this start.
  await sql`select pg_advisory_lock_shared(${sql.raw(lock)})`.execute(session);
  await sql`select pg_advisory_unlock_shared(${sql.raw(lock)})`.execute(session);
}

/** The lock goes with the connection, however that ends. */
async function admit(connection: pg.ClientBase): Promise<void> {
  const { rows } = await connection.query<{ shared: boolean }>(
    `select pg_try_advisory_lock_shared(${lock}) as shared`,
  );
  if (!rows[0]?.shared) throw new NotAdmitted('The database is being brought up to date.');
  // Only now: while this connection has the lock nothing is migrated.
  const applied = await connection.query<{ name: string }>('select name from kysely_migration');
  try {
    requireKnown(applied.rows.map(({ name }) => name));
  } catch (cause) {
    throw new NotAdmitted('A newer version of the portal has taken over the database.', { cause });
  }
}
