import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

/** First key of the two-key advisory locks on email addresses. No other lock of the portal uses this key. */
const lockClass = 25;
/**
 * Number of locks, to which addresses are assigned by hash. PostgreSQL could not hold one lock per address of a large
 * import.
 */
const lockCount = 1024;

/**
 * Locks email addresses until the transaction ends. If one transaction stores an address in an account and another
 * stores it in a member row, the second one waits and then sees the first one’s write. Call this once per transaction
 * with all addresses, before locking groups.
 */
export async function lockEmailAddresses(db: Db, emails: readonly string[]): Promise<void> {
  // SQLite needs no locks, because it allows only one writer at a time.
  if (!isPostgres(db) || emails.length === 0) return;
  const keys = [...new Set(emails.map(lockOf))].toSorted((a, b) => a - b);
  await sql`
    select pg_advisory_xact_lock(${sql.lit(lockClass)}, key) from unnest(${keys}::int[]) as key
  `.execute(db);
}

const lockOf = (email: string) =>
  createHash('sha256').update(email).digest().readUInt16BE() % lockCount;
