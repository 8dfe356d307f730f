import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getSqliteErrorCode, sqliteBusyCode } from '#server/db/sqlite/sqlite-errors.ts';

/**
 * Locks the data folder, exclusively if `alone` is true. Returns a function that releases the lock. Throws if another
 * process holds a conflicting lock. Node has no file locks, but SQLite releases its lock even if the process is killed.
 */
export function lockDataFolder(dataDir: string, { alone }: { alone: boolean }): () => void {
  const lock = new DatabaseSync(join(dataDir, 'portal.lock'), { timeout: 0 });
  try {
    // Keep the journal in memory, because a journal file would remain if the process were killed.
    lock.exec('pragma journal_mode = memory');
    lock.exec(alone ? 'begin exclusive' : 'begin; select * from sqlite_schema');
  } catch (error) {
    lock.close();
    if (getSqliteErrorCode(error) !== sqliteBusyCode) throw error;
    throw new Error(
      `Another portal process or a restore is using ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return () => lock.close();
}
