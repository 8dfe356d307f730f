import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const ramDisk = '/dev/shm';
/** Minimum free space, enough for several portals with large uploads. In a container, /dev/shm often has only 64 MB. */
const minFreeBytes = 1024 ** 3;

function hasSpace(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= minFreeBytes;
}

/** Folder for temporary files: a RAM disk if it has enough space, because fsync takes no time there. */
export const fastTempFolder = hasSpace(ramDisk) ? ramDisk : tmpdir();
