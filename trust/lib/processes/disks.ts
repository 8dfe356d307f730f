// Mounts temporary disks. Imports no module of the portal, because those must load after the fault injector.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { fastTempFolder } from '#tools/test/quick-folder.ts';

type DiskOptions = { parent: string; megabytes: number; mkfs?: string[]; mountOptions: string };

/** Creates and mounts an ext4 disk image. `remove` or the end of this process unmounts and deletes the image. */
function openLoopDisk({ parent, megabytes, mkfs = [], mountOptions }: DiskOptions) {
  const workspace = mkdtempSync(join(parent, 'disk-'));
  // The PostgreSQL account needs to traverse this folder.
  chmodSync(workspace, 0o711);
  const image = join(workspace, 'disk.img');
  const folder = join(workspace, 'mounted');
  mkdirSync(folder);
  const mount = () => runProgram('mount', '-o', `loop,noatime${mountOptions}`, image, folder);
  const remove = onProcessEnd(() => {
    // A file may still be open at process exit. A lazy unmount takes effect once the file is closed.
    if (!succeeds('umount', folder)) succeeds('umount', '--lazy', folder);
    rmSync(workspace, { recursive: true, force: true });
  });
  try {
    writeFileSync(image, '');
    truncateSync(image, megabytes * 1024 * 1024);
    runProgram('mkfs.ext4', '-q', '-F', ...mkfs, image);
    mount();
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, mount, remove };
}

function runProgram(program: string, ...args: string[]): void {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}

const succeeds = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args).status === 0;

function getDiskUnavailableReason(attempt: () => void): string | undefined {
  if (process.getuid?.() !== 0) return 'loop devices need root';
  try {
    attempt();
    return undefined;
  } catch (error) {
    return `mkfs.ext4, loop devices and Perl are required: ${error}`;
  }
}

/**
 * Script that shuts an ext4 file system down without flushing its journal (EXT4_IOC_SHUTDOWN). Written in Perl, because
 * Node cannot call ioctl.
 */
const shutdownScript =
  'open my $d, "<", $ARGV[0] or die "$!\n"; my $how = pack "L", 2; ioctl $d, 0x8004587d, $how or die "$!\n"';

/** Mounts a disk on which a power cut can be simulated. */
export function openPowerCutDisk(megabytes: number) {
  // Use a long commit interval, so that ext4 does not flush data by chance during the test.
  const mountOptions = ',commit=300';
  const { folder, mount, remove } = openLoopDisk({ parent: tmpdir(), megabytes, mountOptions });
  return {
    folder,
    remove,
    /** Discards data that was not flushed. Every access then fails until `remount`. */
    cutPower: () => runProgram('perl', '-e', shutdownScript, folder),
    /** Mounts the disk again after a power cut, which replays the journal. All files must be closed. */
    remount() {
      retry(() => {
        if (succeeds('mountpoint', '-q', folder)) runProgram('umount', folder);
        mount();
        // A container that was started in the meantime may keep the old mount alive, which rejects all writes. Write a
        // file to detect this, so that `retry` mounts the disk again until the old mount is gone.
        writeFileSync(join(folder, 'power'), 'on');
      });
    },
  };
}

/** Retries `work` for up to a minute, because a killed process does not close its files at once. */
function retry(work: () => void) {
  for (let retriesLeft = 600; ; retriesLeft -= 1) {
    try {
      return work();
    } catch (error) {
      if (retriesLeft === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}

export const getPowerCutUnavailableReason = () =>
  getDiskUnavailableReason(() => {
    const disk = openPowerCutDisk(16);
    disk.cutPower();
    disk.remount();
    disk.remove();
  });

const block = 4096;

/** Mounts a small disk that can be filled to a given level. */
export function openSmallDisk(megabytes: number) {
  // Reserve no blocks for root, and initialise the disk at once, so that its free space is predictable.
  const mkfs = ['-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0'];
  const parent = fastTempFolder;
  const { folder, remove } = openLoopDisk({ parent, megabytes, mkfs, mountOptions: '' });
  const ballast = join(folder, 'ballast');
  closeSync(openSync(ballast, 'w'));
  const readFreeBytes = () => {
    // The blocks of deleted files become free only after a sync.
    runProgram('sync', '-f', folder);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  const growBallast = (bytes: number) => {
    const { size } = statSync(ballast);
    return succeeds('fallocate', '--offset', `${size}`, '--length', `${bytes}`, ballast);
  };
  return {
    folder,
    remove,
    /** Fills the disk until about `bytes` bytes are free. With 0, fills the disk completely. */
    leaveFree(bytes: number) {
      const missing = bytes - readFreeBytes();
      if (missing > 0) truncateSync(ballast, Math.max(0, statSync(ballast).size - missing));
      // The file system also needs blocks for metadata, so retry with smaller pieces until none fits.
      for (let piece = Number.POSITIVE_INFINITY; ; ) {
        piece = Math.min(piece, Math.floor((readFreeBytes() - bytes) / block) * block);
        if (piece < block) return;
        if (!growBallast(piece)) piece = Math.floor(piece / 2 / block) * block;
      }
    },
  };
}

export const getSmallDiskUnavailableReason = () =>
  getDiskUnavailableReason(() => openSmallDisk(16).remove());
