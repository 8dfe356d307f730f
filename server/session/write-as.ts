import { isDeadlock } from '#server/db/connect.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { type Caller, signedOut } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { liveSessions } from './sessions.ts';

/** Whoever is revoked while they write holds locks that the writer waits for, and the reverse; PostgreSQL ends one of both. */
const mostTries = 3;

/**
 * The one way to write on a caller's behalf: `work` runs in a transaction in which the session, the block and the role
 * have been read again, because they may have been revoked while the request was on its way. The session's row stays
 * locked until the commit, so that a revocation comes wholly before the write or wholly after it. `work` may run more than
 * once. Throws `signed-out`, after which nothing of it remains.
 */
export async function writeAs<T>(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  caller: Caller,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await requireLive(trx, caller, clock());
        return work(trx);
      });
    } catch (error) {
      if (tries >= mostTries || !isDeadlock(error)) throw error;
    }
  }
}

async function requireLive(db: Db, caller: Caller, now: Date): Promise<void> {
  const live = await liveSessions(db, now)
    .select('sessions.id')
    .where('sessions.id', '=', caller.sessionId)
    .where('users.role', '=', caller.role)
    // SQLite has one writer at a time, and needs no lock of a row.
    .$if(isPostgres(db), (query) => query.forShare('sessions'))
    .executeTakeFirst();
  if (!live) throw signedOut();
}
