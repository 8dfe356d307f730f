import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'kysely';
import {
  acquireSharedLock,
  releaseMigrationLock,
  tryAcquireMigrationLock,
  waitForMigrationEnd,
} from './admission.ts';
import { openPostgres } from './connect.ts';
import { isExpandMigration } from './expanding.ts';
import { listPendingMigrations, migrate, requireUtf8 } from './migrate.ts';
import type { Db } from './tables.ts';

/** Maximum time to wait for processes of an older version, which need at most 10 s to stop. */
const waitMs = 30_000;

type Options = {
  /** Called once if a process of another version delays the migration. */
  onWait: () => void;
  limitMs?: number;
  log?: Logger | undefined;
};

/** Migrates and opens the database. Throws if older processes do not stop within `limitMs` (decision 15). */
export async function migrateAndOpenPostgres(
  url: string,
  { onWait, limitMs = waitMs, log }: Options,
): Promise<Db> {
  const db = openPostgres(url);
  try {
    // Run all steps in one session, because an advisory lock belongs to its session.
    await db.connection().execute((session) => migrateExclusively(session, { onWait, limitMs }));
  } finally {
    await db.destroy();
  }
  return openPostgres(url, { admit: acquireSharedLock, log });
}

async function migrateExclusively(
  session: Db,
  { onWait, limitMs }: { onWait: () => void; limitMs: number },
): Promise<void> {
  await requireUtf8(session);
  const deadline = performance.now() + limitMs;
  let pending = await listPendingMigrations(session);
  for (let tries = 0; pending.length > 0; tries += 1) {
    if (pending.every(isExpandMigration)) return migrate(session);
    if (await tryAcquireMigrationLock(session)) {
      await migrate(session);
      await releaseMigrationLock(session);
      return;
    }
    if (performance.now() > deadline) {
      throw new Error(
        'The database has to be migrated, but a portal of an earlier version is still serving from it. Stop every process of that version, then start this one again.',
      );
    }
    if (tries === 0) onWait();
    await sleep(200);
    pending = await listPendingMigrations(session);
  }
  await waitForMigrationEnd(session);
}
