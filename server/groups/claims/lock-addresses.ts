import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';

/** First key of the advisory locks on email addresses. No other lock of the portal uses this key. */
const lockClass = 25;
/** Addresses share locks by hash: PostgreSQL could not hold one lock per address of a large import. */
const lockCount = 1024;

/**
 * Locks email addresses until the transaction ends, so that an address cannot be stored concurrently in an account and
 * a member row. Call this once per transaction with all addresses, before locking groups.
 */
export async function lockEmailAddresses(db: Db, emails: readonly string[]): Promise<void> {
  // SQLite needs no locks, because it allows only one writer at a time.
  if (!isPostgres(db) || emails.length === 0) return;
  const keys = [...new Set(emails.map(lockOf))].toSorted((a, b) => a - b);
  await db
    .selectFrom(sql`unnest(${keys}::int[])`.as('key'))
    .select(sql`pg_advisory_xact_lock(${sql.lit(lockClass)}, key)`.as('lock'))
    .execute();
}

const lockOf = (email: string) =>
  createHash('sha256').update(email).digest().readUInt16BE() % lockCount;
