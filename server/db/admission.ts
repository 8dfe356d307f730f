import { sql } from 'kysely';
import pg from 'pg';
import { NotAdmitted } from './connect.ts';
import { requireServable } from './migrate.ts';
import type { Db } from './tables.ts';

/** The lock in this schema that serving processes share, and that a migration holds alone. */
const lock = "hashtext('fyp-portal'), hashtext(current_schema())";

const beatMs = 3000;
const replyMs = 3000;
/** So long after it lost its connection a process of another version no longer writes. */
export const noticedMs = 2 * beatMs + replyMs + 1000;

/** The lock goes with the connection, however that ends. */
export async function admit(connection: pg.ClientBase): Promise<void> {
  const { rows } = await connection.query<{ shared: boolean }>(
    `select pg_try_advisory_lock_shared(${lock}) as shared`,
  );
  if (!rows[0]?.shared) throw new NotAdmitted('The database is being brought up to date.');
  // Only now: while this connection has the lock nothing is migrated.
  const applied = await connection.query<{ name: string }>('select name from kysely_migration');
  try {
    requireServable(applied.rows.map(({ name }) => name));
  } catch (cause) {
    throw new NotAdmitted('A newer version of the portal has taken over the database.', { cause });
  }
}

/** Of a session that migrates; false while a process serves. */
export async function tryLockAlone(session: Db): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_lock(${sql.raw(lock)}) as alone
  `.execute(session);
  return rows[0]?.alone === true;
}

/** The connection's end would come a moment too late for the first that is admitted. */
export const unlockAlone = (session: Db) =>
  sql`select pg_advisory_unlock(${sql.raw(lock)})`.execute(session);

/** Whoever has just migrated may still have the lock: not to be admitted would end this start. */
export async function awaitUnlocked(session: Db): Promise<void> {
  await sql`select pg_advisory_lock_shared(${sql.raw(lock)})`.execute(session);
  await sql`select pg_advisory_unlock_shared(${sql.raw(lock)})`.execute(session);
}

/**
 * For a pooler that gives each transaction another session: the lock is that of a connection of the process's own, beside
 * the pooler. Without it nothing is asked of the pooler either.
 */
export class Admission {
  readonly #url: string;
  #client: pg.Client | undefined;
  #ending: NodeJS.Timeout | undefined;
  #reason = new NotAdmitted('The database cannot be reached.');

  constructor(url: string) {
    this.#url = url;
  }

  /** Throws when the process is not admitted. */
  async open(): Promise<void> {
    await this.#take();
    this.#ending = setInterval(() => void this.#beat(), beatMs);
  }

  require(): void {
    if (!this.#client) throw this.#reason;
  }

  async end(): Promise<void> {
    clearInterval(this.#ending);
    await this.#client?.end();
  }

  async #take() {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: replyMs,
      query_timeout: replyMs,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    try {
      await client.connect();
      await admit(client);
    } catch (error) {
      void client.end();
      throw error;
    }
    this.#client = client;
  }

  #lose(client: pg.Client) {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.connection.stream.destroy();
  }

  /** A connection that is lost without a word is noticed by the next. */
  async #beat() {
    const client = this.#client;
    try {
      if (client) await client.query('select 1');
      else await this.#take();
    } catch (error) {
      if (error instanceof NotAdmitted) this.#reason = error;
      if (client) this.#lose(client);
    }
  }
}
