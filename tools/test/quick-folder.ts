import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const ramDisk = '/dev/shm';
/** Space for several portals with large uploads. In a container, /dev/shm often has only 64 MB. */
const minFreeBytes = 1024 ** 3;

function hasSpace(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= minFreeBytes;
}

/** A RAM disk if it has enough space, because fsync takes no time on a RAM disk. */
export const fastTempFolder = hasSpace(ramDisk) ? ramDisk : tmpdir();
