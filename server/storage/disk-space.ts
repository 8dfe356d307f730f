import { Problem } from '#contract/problem.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';
import type { FileStore } from './file-store.ts';

const MB = 1024 * 1024;
/** Default disk space that uploads must leave free, in bytes. On a small disk, it is a fraction of the disk size. */
const maxWatermark = 512 * MB;
const smallDiskFraction = 1 / 20;

/** Sizes in bytes. Uploads are rejected while `free` is below `watermark`. */
export type DiskState = { free: number; size: number; watermark: number; isLow: boolean };

export async function readDiskState(
  files: Pick<FileStore, 'space'>,
  { minFreeBytes }: Pick<Config, 'minFreeBytes'>,
): Promise<DiskState> {
  const { free, size } = await files.space();
  const watermark = minFreeBytes ?? Math.min(maxWatermark, Math.round(size * smallDiskFraction));
  return { free, size, watermark, isLow: free < watermark };
}

export type DiskSpaceMonitor = {
  check(): Promise<DiskState>;
  /** Throws `storage-full` if the file does not fit. Reserves no space, so call it again while receiving. */
  requireSpace(bytes: number): Promise<void>;
};

export function createStorageFullProblem({ content }: Pick<Services, 'content'>): Problem {
  return new Problem(
    'storage-full',
    `The portal’s disk is nearly full, so files can’t be uploaded at the moment. Nothing was changed. Please contact the FYP office (${content.department.office.email}) and try again later.`,
  );
}

export function createDiskSpaceMonitor(
  services: Pick<Services, 'files' | 'config' | 'content' | 'log'>,
): DiskSpaceMonitor {
  const { files, config, log } = services;
  let wasLow = false;
  const check = async () => {
    const state = await readDiskState(files, config);
    if (state.isLow !== wasLow) {
      wasLow = state.isLow;
      log.warn(
        state,
        wasLow ? 'the disk is nearly full: uploads are rejected' : 'uploads are accepted again',
      );
    }
    return state;
  };
  return {
    check,
    async requireSpace(bytes) {
      const { free, watermark, isLow } = await check();
      if (free - bytes >= watermark) return;
      if (!isLow) log.warn({ bytes, free, watermark }, 'an upload was rejected: it does not fit');
      throw createStorageFullProblem(services);
    },
  };
}
