import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { type ArchiveHeader, BackupError } from './archive-format.ts';
import { type DataLocation, listTables, withDatabase } from './places.ts';

export type RestoreTargetState =
  | 'empty'
  /** The database was restored from the given archive, and no audit entry has been added since. */
  | 'restored'
  | 'restored and in use'
  | 'another portal';

const lockKey = "hashtext('fyp-portal restore'), hashtext(current_schema())";
const lockWaitMs = 1000;

const formatDetail = ({ takenAt }: ArchiveHeader) => `from a backup made at ${takenAt}`;

export async function recordRestore(db: Db, archive: string, header: ArchiveHeader): Promise<void> {
  const subject = { kind: 'portal', id: null, name: archive } as const;
  const entry = { action: 'backup-restored', by: 'portal', subject } as const;
  await recordAuditEntry({ trx: db, now: new Date() }, { ...entry, detail: formatDetail(header) });
}

/** Returns the state of the database. After an error, such as a concurrent restore, retries for up to `timeoutMs`. */
export async function findRestoreTargetState(
  place: DataLocation,
  header: ArchiveHeader,
  timeoutMs = 0,
): Promise<RestoreTargetState> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await withDatabase(place, (db) =>
        db.transaction().execute(async (trx) => {
          await acquireRestoreLock(trx);
          return readState(trx, header);
        }),
      );
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await sleep(lockWaitMs);
  }
}

/** Prevents other restores until the transaction ends. Throws `BackupError` if another restore is already running. */
export async function acquireRestoreLock(trx: Db): Promise<void> {
  if (!isPostgres(trx)) return;
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${sql.raw(lockKey)}) as taken
  `.execute(trx);
  if (rows[0]?.taken) return;
  throw new BackupError(
    'Another restore is running in this database. Try again after it has ended.',
  );
}

async function readState(db: Db, header: ArchiveHeader): Promise<RestoreTargetState> {
  const tables = await listTables(db);
  if (!(await hasRows(db, tables))) return 'empty';
  if (!tables.includes('audit_entries')) return 'another portal';
  const restored = await db
    .selectFrom('audit_entries')
    .select('sequence')
    .where('action', '=', 'backup-restored')
    .where('detail', '=', formatDetail(header))
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!restored) return 'another portal';
  const later = await db
    .selectFrom('audit_entries')
    .select('sequence')
    .where('sequence', '>', restored.sequence)
    .limit(1)
    .executeTakeFirst();
  return later ? 'restored and in use' : 'restored';
}

async function hasRows(db: Db, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}
