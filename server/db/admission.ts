import { sql } from 'kysely';
import pg from 'pg';
import { AdmissionError } from './connect.ts';
import { requireCompatibleMigrations } from './migrate.ts';
import type { Db } from './tables.ts';

/** Advisory lock of the schema: serving processes hold it shared, a migration exclusively. */
const lockKey = "hashtext('fyp-portal'), hashtext(current_schema())";

const heartbeatMs = 3000;
const replyTimeoutMs = 3000;
/** Maximum time that a process can still write after it has lost its lock connection. */
export const maxStaleAdmissionMs = 2 * heartbeatMs + replyTimeoutMs + 1000;

/** Acquires the shared lock. Throws `AdmissionError` during or after a newer portal's migration. */
export async function requireAdmission(connection: pg.ClientBase): Promise<void> {
  const { rows } = await connection.query<{ shared: boolean }>(
    `select pg_try_advisory_lock_shared(${lockKey}) as shared`,
  );
  if (!rows[0]?.shared) throw new AdmissionError('The database is being migrated.');
  // Read the applied migrations only now: the list cannot change while the lock is held.
  const applied = await connection.query<{ name: string }>('select name from kysely_migration');
  try {
    requireCompatibleMigrations(applied.rows.map(({ name }) => name));
  } catch (cause) {
    throw new AdmissionError('A newer version of the portal has taken over the database.', {
      cause,
    });
  }
}

/** Tries to acquire the exclusive lock. Returns false if another process serves or migrates. */
export async function tryMigrationLock(session: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${sql.raw(lockKey)}) as locked
  `.execute(session);
  return rows[0]?.locked === true;
}

/** Releases the exclusive lock. Closing the connection would be too late for `requireAdmission`. */
export const releaseMigrationLock = (session: Db) =>
  sql`select pg_advisory_unlock(${sql.raw(lockKey)})`.execute(session);

/** Waits until no process holds the exclusive lock, so that `requireAdmission` does not fail at startup. */
export async function waitForMigrationEnd(session: Db): Promise<void> {
  await sql`select pg_advisory_lock_shared(${sql.raw(lockKey)})`.execute(session);
  await sql`select pg_advisory_unlock_shared(${sql.raw(lockKey)})`.execute(session);
}

/**
 * Holds the shared lock on a direct connection, because poolers share sessions between clients.
 * `require` throws while that connection is lost.
 */
export class Admission {
  readonly #url: string;
  #client: pg.Client | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #reason = new AdmissionError('The database cannot be reached.');

  constructor(url: string) {
    this.#url = url;
  }

  /** Acquires the lock and monitors the connection. Throws `AdmissionError` if refused. */
  async open(): Promise<void> {
    await this.#connect();
    this.#heartbeat = setInterval(() => void this.#checkConnection(), heartbeatMs);
  }

  require(): void {
    if (!this.#client) throw this.#reason;
  }

  async end(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.#client?.end();
  }

  async #connect() {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: replyTimeoutMs,
      query_timeout: replyTimeoutMs,
    });
    client.on('error', () => this.#disconnect(client));
    client.on('end', () => this.#disconnect(client));
    try {
      await client.connect();
      await requireAdmission(client);
    } catch (error) {
      void client.end();
      throw error;
    }
    this.#client = client;
  }

  #disconnect(client: pg.Client) {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.connection.stream.destroy();
  }

  /** Sends a query to detect a silently lost connection. Reconnects if the connection is lost. */
  async #checkConnection() {
    const client = this.#client;
    try {
      if (client) await client.query('select 1');
      else await this.#connect();
    } catch (error) {
      if (error instanceof AdmissionError) this.#reason = error;
      if (client) this.#disconnect(client);
    }
  }
}
