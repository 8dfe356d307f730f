import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

/** Key space of these advisory locks, distinct from all other locks of the portal. */
const lockClass = 25;
/** Addresses share locks by hash: imports lock thousands of addresses, which exceeds PostgreSQL's lock table. */
const lockCount = 1024;

/**
 * Locks addresses until the transaction ends, so that concurrent writes of an address to an account and to a member row
 * see each other. Call once per transaction with all its addresses, before locking groups.
 */
export async function lockAddresses(db: Db, emails: readonly string[]): Promise<void> {
  // SQLite allows one writer at a time.
  if (!isPostgres(db) || emails.length === 0) return;
  const keys = [...new Set(emails.map(lockOf))].toSorted((a, b) => a - b);
  await sql`
    select pg_advisory_xact_lock(${sql.lit(lockClass)}, key) from unnest(${keys}::int[]) as key
  `.execute(db);
}

const lockOf = (email: string) =>
  createHash('sha256').update(email).digest().readUInt16BE() % lockCount;
