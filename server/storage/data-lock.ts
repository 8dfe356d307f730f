import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteBusy, sqliteCode } from '#server/db/sqlite-errors.ts';

/**
 * Takes the data folder for this process, alone or together with others that do not ask for it alone, until the
 * function that is given back is called or the process ends in whatever way. Throws when others have it.
 *
 * It is SQLite's lock on an empty file: Node has no lock of files of its own, the system lets go of this one also after a
 * kill -9, and nothing is left that a later start could mistake for a running portal.
 */
export function lockData(dataDir: string, { alone }: { alone: boolean }): () => void {
  const lock = new DatabaseSync(join(dataDir, 'portal.lock'), { timeout: 0 });
  try {
    // Without a journal beside it, which a kill would leave.
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
