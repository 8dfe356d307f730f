import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupPlaceFault } from '#contract/admin/attention.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';
import { findBackupState } from './backup-state.ts';

type PlaceConfig = Pick<Config, 'backups' | 'dataDir' | 'databaseUrl' | 'files'>;

/**
 * Returns why backups in the folder `BACKUP_TO` may not survive or are not where they are expected. A missing folder or an
 * unreadable one makes the backup itself fail.
 */
export async function findBackupPlaceFault(
  db: Db,
  { backups, dataDir, databaseUrl, files }: PlaceConfig,
): Promise<BackupPlaceFault | null> {
  if (backups?.to.kind !== 'disk') return null;
  const { folder } = backups.to;
  const device = await findDevice(folder);
  if (device === undefined) return null;
  const last = (await findBackupState(db))?.last;
  // The folder of a disk that is not mounted is empty.
  if (last?.folder === folder && (await findDevice(join(folder, last.name))) === undefined)
    return 'last-missing';
  const hasDataOnDisk = databaseUrl === undefined || files.kind === 'disk';
  return hasDataOnDisk && device === (await findDevice(dataDir)) ? 'same-disk' : null;
}

const maxWaitMs = 2000;
/** Each path is read once at a time, because a network disk that hangs never replies and occupies a thread. */
const pending = new Map<string, Promise<number | undefined>>();

/** Returns the device of a path, or undefined if it is missing or its disk does not reply within two seconds. */
function findDevice(path: string): Promise<number | undefined> {
  const known = pending.get(path);
  const reading =
    known ??
    stat(path)
      .then(
        ({ dev }) => dev,
        () => undefined,
      )
      .finally(() => pending.delete(path));
  pending.set(path, reading);
  return Promise.race([reading, sleep(maxWaitMs, undefined, { ref: false })]);
}
