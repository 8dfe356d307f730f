import { setTimeout as sleep } from 'node:timers/promises';
import { compiledOnce } from '#server/db/compile-once.ts';
import { isDeadlock } from '#server/db/connect.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { type Caller, signedOut } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { type Limits, limitsAt, sessionsWithin } from './sessions.ts';

/** PostgreSQL ends one of two transactions that wait for one another, as writer and revoker may. */
const mostTries = 3;
/** Else who is run again may at once be in the way of who was let go on. In milliseconds, at most. */
const pauseMs = 100;

/**
 * The one way to write for a caller: session, block and role are read again, and the session's row stays locked until
 * the commit, so that a revocation comes wholly before the write or wholly after it. `work` may run more than once. What ends other people's sessions takes with `lockFirst`
 * a lock that all such writes share, else two that end each other's would wait for one another.
 * Throws `signed-out`, after which nothing of it remains.
 */
export async function writeAs<T>(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  caller: Caller,
  work: (trx: Db) => Promise<T>,
  lockFirst?: (trx: Db) => Promise<unknown>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await lockFirst?.(trx);
        await requireLive(trx, caller, clock());
        return work(trx);
      });
    } catch (error) {
      if (tries >= mostTries || !isDeadlock(error)) throw error;
      await sleep(Math.random() * pauseMs);
    }
  }
}

/** Does the same and takes it back: what would come of it, after the same checks. Throws what `writeAs` throws. */
export async function previewAs<T>(
  services: Pick<Services, 'db' | 'clock'>,
  caller: Caller,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  try {
    return await writeAs(services, caller, async (trx) => {
      throw new TakenBack(await work(trx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T;
    throw error;
  }
}

/** Ends the transaction, with what came of it. */
class TakenBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('A preview is taken back.');
    this.result = result;
  }
}

async function requireLive(db: Db, caller: Caller, now: Date): Promise<void> {
  const { sessionId, role } = caller;
  const [live] = await sessionOf(db, { ...limitsAt(now), sessionId, role });
  if (!live) throw signedOut();
}

const sessionOf = compiledOnce((db, asked: Limits & Pick<Caller, 'sessionId' | 'role'>) =>
  sessionsWithin(db, asked)
    .select('sessions.id')
    .where('sessions.id', '=', asked.sessionId)
    .where('users.role', '=', asked.role)
    // SQLite has one writer at a time.
    .$if(isPostgres(db), (query) => query.forShare('sessions')),
);
