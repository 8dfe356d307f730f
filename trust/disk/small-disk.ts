import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { onEnd } from '#tools/test/on-end.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';

/** A disk of its own, which is filled by a file of nothing. */
export type SmallDisk = {
  /** Where it is mounted. */
  folder: string;
  free(): number;
  /** Leaves so many bytes free, to a few blocks; 0 leaves none at all. */
  leave(bytes: number): void;
  remove(): void;
};

const block = 4096;

/** Makes an ext4 file system of so many megabytes in a file, mounts it, and removes all of it in the end. */
export function openSmallDisk(megabytes: number): SmallDisk {
  const place = mkdtempSync(join(whereWritingIsQuick, 'disk-'));
  const image = join(place, 'image');
  const folder = join(place, 'mounted');
  const ballast = join(folder, 'ballast');
  mkdirSync(folder);
  const remove = onEnd(() => {
    if (!tries('umount', folder)) tries('umount', '--lazy', folder);
    rmSync(place, { recursive: true, force: true });
  });
  try {
    writeFileSync(image, '');
    truncateSync(image, megabytes * 1024 * 1024);
    // Nothing kept back for root, and nothing written later by itself.
    run('mkfs.ext4', '-q', '-F', '-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image);
    run('mount', '-o', 'loop,noatime', image, folder);
    closeSync(openSync(ballast, 'w'));
  } catch (error) {
    remove();
    throw error;
  }
  const free = () => {
    // What was removed is free once the file system has written that down.
    run('sync', '-f', folder);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  const grow = (bytes: number): boolean => {
    const { size } = statSync(ballast);
    return tries('fallocate', '--offset', `${size}`, '--length', `${bytes}`, ballast);
  };
  return {
    folder,
    free,
    leave(bytes) {
      const missing = bytes - free();
      if (missing > 0) truncateSync(ballast, Math.max(0, statSync(ballast).size - missing));
      // The file system needs some of it for itself: less and less is asked for until nothing goes.
      let piece = Number.POSITIVE_INFINITY;
      for (;;) {
        const surplus = free() - bytes;
        piece = Math.min(piece, Math.floor(surplus / block) * block);
        if (piece < block) return;
        if (!grow(piece)) piece = Math.floor(piece / 2 / block) * block;
      }
    },
    remove,
  };
}

/** Why there can be no such disk on this machine; undefined when there can. */
export function whyNoSmallDisk(): string | undefined {
  if (process.getuid?.() !== 0) return 'a disk of its own needs root, for a loop device';
  try {
    openSmallDisk(16).remove();
    return undefined;
  } catch (error) {
    return `a disk of its own needs mkfs.ext4 and loop devices: ${error}`;
  }
}

function run(program: string, ...args: string[]) {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}

function tries(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}
