import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const ramDisk = '/dev/shm';
/** Space for several portals with large uploads; /dev/shm of a container often has only 64 MB. */
const minFreeBytes = 1024 ** 3;

function hasSpace(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= minFreeBytes;
}

/** A RAM disk if it has enough space: every save calls fsync several times, which is free there. */
export const fastTempFolder = hasSpace(ramDisk) ? ramDisk : tmpdir();
