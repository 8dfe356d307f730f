import { Problem } from '#contract/problem.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';
import type { FileStore } from './file-store.ts';

const MB = 1024 * 1024;
/** At most; on a small disk a part of it (decisions). */
const usualWatermark = 512 * MB;
const partOfSmallDisk = 1 / 20;

/** In bytes; below the watermark no files are taken. */
export type DiskState = { free: number; size: number; watermark: number; isLow: boolean };

/** Undefined where files have no limit that the portal knows. */
export async function diskState(
  files: Pick<FileStore, 'space'>,
  { minFreeBytes }: Pick<Config, 'minFreeBytes'>,
): Promise<DiskState | undefined> {
  const space = await files.space();
  if (!space) return undefined;
  const { free, size } = space;
  const watermark = minFreeBytes ?? Math.min(usualWatermark, Math.round(size * partOfSmallDisk));
  return { free, size, watermark, isLow: free < watermark };
}

export type DiskSpace = {
  look(): Promise<DiskState | undefined>;
  /** Throws `storage-full`. Reserves nothing, since a declared size takes no space: ask again as bytes arrive. */
  requireSpace(bytes: number): Promise<void>;
};

export function storageFull({ content }: Pick<Services, 'content'>): Problem {
  return new Problem(
    'storage-full',
    `The portal’s disk is nearly full, so files cannot be taken now. Nothing was changed. Please tell the office (${content.department.office.email}) and try again later.`,
  );
}

export function watchDiskSpace(
  services: Pick<Services, 'files' | 'config' | 'content' | 'log'>,
): DiskSpace {
  const { files, config, log } = services;
  let wasLow = false;
  const look = async () => {
    const state = await diskState(files, config);
    if (state && state.isLow !== wasLow) {
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
      const state = await look();
      if (!state) return;
      const { free, watermark, isLow } = state;
      if (free - bytes >= watermark) return;
      if (!isLow) log.warn({ bytes, free, watermark }, 'an upload was refused: it does not fit');
      throw storageFull(services);
    },
  };
}
