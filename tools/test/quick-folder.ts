import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** In memory an fsync takes no time, and the portal waits for several with every save. */
export const whereWritingIsQuick = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
