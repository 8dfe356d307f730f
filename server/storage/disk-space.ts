import { Problem } from '#contract/problem.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';
import type { FileStore } from './disk.ts';

const MB = 1024 * 1024;
/** Without `MIN_FREE_MB`: as much, or on a small disk this part of it (decisions). */
const usualWatermark = 512 * MB;
const partOfSmallDisk = 1 / 20;

/** How full the disk with the files is, in bytes; below the watermark no files are taken. */
export type DiskState = { free: number; size: number; watermark: number; isLow: boolean };

export async function diskState(
  files: Pick<FileStore, 'space'>,
  { minFreeBytes }: Pick<Config, 'minFreeBytes'>,
): Promise<DiskState> {
  const { free, size } = await files.space();
  const watermark = minFreeBytes ?? Math.min(usualWatermark, Math.round(size * partOfSmallDisk));
  return { free, size, watermark, isLow: free < watermark };
}

/** The space that uploads may take. */
export type DiskSpace = {
  /** Looks how full the disk is; logs when that has changed. */
  look(): Promise<DiskState>;
  /**
   * Throws `storage-full` when less than the watermark would be left after `bytes` more. Nothing is set aside for
   * them: what somebody declares and never sends takes no space from others. Who receives asks again as bytes arrive.
   */
  requireSpace(bytes: number): Promise<void>;
};

/** What an upload is refused with when the disk is nearly full, or full in the middle of it. */
export function storageFull({ content }: Pick<Services, 'content'>): Problem {
  return new Problem(
    'storage-full',
    `The portal’s disk is nearly full, so files cannot be taken now. Nothing was changed. Please tell the office (${content.department.office.email}) and try again later.`,
  );
}

/** Watches the disk with the files. */
export function watchDiskSpace(
  services: Pick<Services, 'files' | 'config' | 'content' | 'log'>,
): DiskSpace {
  const { files, config, log } = services;
  let wasLow = false;
  const look = async () => {
    const state = await diskState(files, config);
    if (state.isLow !== wasLow) {
      wasLow = state.isLow;
      log.warn(
        state,
        wasLow ? 'the disk is nearly full: no files are taken' : 'files are taken again',
      );
    }
    return state;
  };
  return {
    look,
    async requireSpace(bytes) {
      const { free, watermark, isLow } = await look();
      if (free - bytes >= watermark) return;
      // While the disk is low that was said once.
      if (!isLow) log.warn({ bytes, free, watermark }, 'an upload was refused: it does not fit');
      throw storageFull(services);
    },
  };
}
