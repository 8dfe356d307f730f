import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'kysely';
import {
  Admission,
  admit,
  awaitUnlocked,
  noticedMs,
  tryLockAlone,
  unlockAlone,
} from './admission.ts';
import { openPostgres } from './connect.ts';
import { isExpanding } from './expanding.ts';
import { migrate, migrationNames, pendingMigrations } from './migrate.ts';
import type { Db } from './tables.ts';

/** A predecessor that is told to stop takes 10 s at most. */
const waitMs = 30_000;

type Options = {
  /** Of a pooler, also one that pools transactions, through which `url` is served. */
  poolerUrl?: string | undefined;
  onWait: () => void;
  limitMs?: number;
  /** Hears of each query that is served. */
  log?: Logger | undefined;
};

/** Migrated first. A process of another version may not go on writing (decision 15). */
export async function servePostgres(
  url: string,
  { poolerUrl, onWait, limitMs = waitMs, log }: Options,
): Promise<Db> {
  const db = openPostgres(url);
  const settleMs = poolerUrl ? noticedMs : 0;
  try {
    // One session of the database, since the lock is the session's.
    await db
      .connection()
      .execute((session) => migrateAlone(session, { onWait, limitMs, settleMs }));
  } finally {
    await db.destroy();
  }
  if (!poolerUrl) return openPostgres(url, { admit, log });
  const admission = new Admission(url);
  await admission.open();
  return openPostgres(poolerUrl, { admission, log });
}

async function migrateAlone(
  session: Db,
  { onWait, limitMs, settleMs }: { onWait: () => void; limitMs: number; settleMs: number },
): Promise<void> {
  const deadline = performance.now() + limitMs;
  let pending = await pendingMigrations(session);
  for (let tries = 0; pending.length > 0; tries += 1) {
    if (pending.every(isExpanding)) return migrate(session);
    if (await tryLockAlone(session)) {
      // Through a pooler somebody writes on for a moment who has lost the lock.
      if (pending.length < migrationNames.length) await sleep(settleMs);
      await migrate(session);
      await unlockAlone(session);
      return;
    }
    if (performance.now() > deadline) {
      throw new Error(
        'The database has to be brought up to date, and a portal of an earlier version is serving from it. Stop every process of that version, then start this one again.',
      );
    }
    if (tries === 0) onWait();
    await sleep(200);
    // Another process may have migrated meanwhile.
    pending = await pendingMigrations(session);
  }
  await awaitUnlocked(session);
}
