import { sql } from 'kysely';
import pg from 'pg';
import { DatabaseAccessRefusedError } from './connect.ts';
import { requireCompatibleMigrations } from './migrate.ts';
import { HostSelector, requirePrimary, splitPostgresHosts } from './postgres-hosts.ts';
import type { Db } from './tables.ts';

/** Key of the advisory lock, which serving processes share and a migration holds exclusively. */
const lockKey = "hashtext('fyp-portal'), hashtext(current_schema())";

const heartbeatMs = 3000;
const replyTimeoutMs = 3000;
/** Maximum time for which a process can still write after it has lost the connection that holds its lock. */
export const maxWriteAfterLockLossMs = 2 * heartbeatMs + replyTimeoutMs + 1000;

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

/**
 * Holds the lock that all serving processes share. Its connection bypasses the pooler, because a pooler shares sessions
 * between clients. `require` throws `DatabaseAccessRefusedError` while this connection is lost.
 */
export class SharedDatabaseLock {
  readonly #urls: readonly string[];
  readonly #hosts: HostSelector;
  #client: pg.Client | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #reason = new DatabaseAccessRefusedError('The database cannot be reached.');

  constructor(url: string) {
    this.#urls = splitPostgresHosts(url);
    this.#hosts = new HostSelector(this.#urls.length);
  }

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
    this.#client = await this.#hosts.connect((host) => this.#connectTo(this.#urls[host] ?? ''));
  }

  async #connectTo(url: string): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: replyTimeoutMs,
      query_timeout: replyTimeoutMs,
    });
    client.on('error', () => this.#disconnect(client));
    client.on('end', () => this.#disconnect(client));
    try {
      await client.connect();
      if (this.#urls.length > 1) await requirePrimary(client);
      await acquireSharedLock(client);
    } catch (error) {
      void client.end();
      throw error;
    }
    return client;
  }

  #disconnect(client: pg.Client) {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.connection.stream.destroy();
  }

  async #checkConnection() {
    const client = this.#client;
    try {
      if (client) await client.query('select 1');
      else await this.#connect();
    } catch (error) {
      if (error instanceof DatabaseAccessRefusedError) this.#reason = error;
      if (client) this.#disconnect(client);
    }
  }
}
