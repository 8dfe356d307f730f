import type { Services } from '#server/services.ts';
import { readDiskState } from '#server/storage/disk-space.ts';

export const megabyte = 1024 * 1024;
/** Same limit as for the variables of the environment. */
const maxMegabytes = 10_240;

/** Returns the largest limit in megabytes for which this machine's disk could hold a file. */
export async function findMaxMegabytes({
  files,
  config,
}: Pick<Services, 'files' | 'config'>): Promise<number> {
  const disk = await readDiskState(files, config);
  return Math.max(1, Math.min(maxMegabytes, Math.floor((disk.size - disk.watermark) / megabyte)));
}
