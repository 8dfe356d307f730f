import { setTimeout as sleep } from 'node:timers/promises';
import { isDeadlock } from '#server/db/connect.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { prepareQuery } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type Caller, createSignedOutProblem } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { getSessionTimeLimits, type SessionTimeLimits, selectLiveSessions } from './sessions.ts';

/** Retries are needed because a write may deadlock with a concurrent revocation of the caller's session. */
const maxAttempts = 3;
/** Maximum random pause before a retry. */
const pauseMs = 100;

/**
 * Runs `work` in a transaction, which is retried after a deadlock. Every write on behalf of a caller must use this
 * function. First checks that the session is valid, the role unchanged and the account not blocked, and locks the
 * session, so that it cannot be revoked during the write. Operations that end other users' sessions take a common lock
 * in `lockFirst`, to avoid deadlocks. Throws `signed-out`.
 */
export async function writeAs<T>(
  services: Services,
  caller: Caller,
  work: (context: WriteContext) => Promise<T>,
  lockFirst?: (trx: Db) => Promise<unknown>,
): Promise<T> {
  const { db, clock } = services;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await lockFirst?.(trx);
        await requireLive(trx, caller, clock());
        return work(createContext(services, caller, trx));
      });
    } catch (error) {
      if (attempts >= maxAttempts || !isDeadlock(error)) throw error;
      await sleep(Math.random() * pauseMs);
    }
  }
}

/** Runs `work` like `writeAs`, rolls back its writes and returns its result. Throws the errors of `writeAs`. */
export async function previewAs<T>(
  services: Services,
  caller: Caller,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  try {
    return await writeAs(services, caller, async (context) => {
      throw new PreviewRollback(await work(context));
    });
  } catch (error) {
    if (error instanceof PreviewRollback) return error.result as T;
    throw error;
  }
}

class PreviewRollback extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('The transaction of a preview is rolled back.');
    this.result = result;
  }
}

function createContext(services: Services, caller: Caller, trx: Db): WriteContext {
  let first: Date | undefined;
  return {
    trx,
    services,
    caller,
    get now() {
      first ??= services.clock();
      return first;
    },
  };
}

async function requireLive(db: Db, caller: Caller, now: Date): Promise<void> {
  const { sessionId, role } = caller;
  const [live] = await findLiveSession(db, { ...getSessionTimeLimits(now), sessionId, role });
  if (!live) throw createSignedOutProblem();
}

const findLiveSession = prepareQuery(
  (db, parameters: SessionTimeLimits & Pick<Caller, 'sessionId' | 'role'>) =>
    selectLiveSessions(db, parameters)
      .select('sessions.id')
      .where('sessions.id', '=', parameters.sessionId)
      .where('users.role', '=', parameters.role)
      // SQLite needs no lock, because it has only one writer at a time.
      .$if(isPostgres(db), (query) => query.forShare('sessions')),
);
