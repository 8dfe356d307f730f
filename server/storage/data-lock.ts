import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteBusy, sqliteCode } from '#server/db/sqlite-errors.ts';

/**
 * Held until the returned function is called or the process ends. Throws when others have it. SQLite's lock on an
 * empty file, since Node has no file locks: the system releases it even after a kill -9.
 */
export function lockData(dataDir: string, { alone }: { alone: boolean }): () => void {
  const lock = new DatabaseSync(join(dataDir, 'portal.lock'), { timeout: 0 });
  try {
    // A journal beside it would survive a kill.
    lock.exec('pragma journal_mode = memory');
    lock.exec(alone ? 'begin exclusive' : 'begin; select * from sqlite_schema');
  } catch (error) {
    lock.close();
    if (sqliteCode(error) !== sqliteBusy) throw error;
    throw new Error(
      `Another portal, or a restore, is at work in ${dataDir}. Stop it first; two at once would harm the data.`,
    );
  }
  return () => lock.close();
}
