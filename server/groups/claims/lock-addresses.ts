import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

/** The class of these advisory locks, so that they never equal another lock of the portal. */
const lockClass = 25;
/** An import names thousands of addresses, and PostgreSQL has room for a few thousand locks. */
const lockCount = 1024;

/**
 * Locks addresses until the transaction ends: of an account that gets an address and a member row that is written with
 * it, the later one sees the earlier. Taken once in a transaction, for all its addresses, before locks of groups.
 */
export async function lockAddresses(db: Db, emails: readonly string[]): Promise<void> {
  // SQLite has one writer at a time.
  if (!isPostgres(db) || emails.length === 0) return;
  const keys = [...new Set(emails.map(lockOf))].toSorted((a, b) => a - b);
  await sql`
    select pg_advisory_xact_lock(${sql.lit(lockClass)}, key) from unnest(${keys}::int[]) as key
  `.execute(db);
}

const lockOf = (email: string) =>
  createHash('sha256').update(email).digest().readUInt16BE() % lockCount;
