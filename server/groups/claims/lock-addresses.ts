import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

/** Key space of these advisory locks, separate from all other locks of the portal. */
const lockClass = 25;
/** Addresses share locks by hash: PostgreSQL cannot hold a lock for each imported address. */
const lockCount = 1024;

/**
 * Locks addresses until the transaction ends, so that when one transaction writes an address to an
 * account and another writes it to a member row, the later one sees the other's write. Call once
 * per transaction with all its addresses, before locking groups.
 */
export async function lockAddresses(db: Db, emails: readonly string[]): Promise<void> {
  // SQLite needs no locks, because it allows only one writer at a time.
  if (!isPostgres(db) || emails.length === 0) return;
  const keys = [...new Set(emails.map(lockOf))].toSorted((a, b) => a - b);
  await sql`
    select pg_advisory_xact_lock(${sql.lit(lockClass)}, key) from unnest(${keys}::int[]) as key
  `.execute(db);
}

const lockOf = (email: string) =>
  createHash('sha256').update(email).digest().readUInt16BE() % lockCount;
