import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** What a few portals with large uploads take; a container often has no more than 64 MB there. */
const enough = 1024 ** 3;

function hasSpace(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= enough;
}

/** In memory an fsync takes no time, and the portal waits for several with every save. */
export const whereWritingIsQuick = hasSpace(inMemory) ? inMemory : tmpdir();
