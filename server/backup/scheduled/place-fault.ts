import { stat } from 'node:fs/promises';
import { join } from 'node:path';
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
  if (last && (await findDevice(join(folder, last.name))) === undefined) return 'last-missing';
  const hasDataOnDisk = databaseUrl === undefined || files.kind === 'disk';
  return hasDataOnDisk && device === (await findDevice(dataDir)) ? 'same-disk' : null;
}

const findDevice = (path: string) =>
  stat(path).then(
    ({ dev }) => dev,
    () => undefined,
  );
