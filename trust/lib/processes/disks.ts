// Temporary loop-device disks. Imports no portal module: these must load after fault injection.

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

/** Mounts an ext4 image file until `remove` is called or this process ends. */
function openLoopDisk({ parent, megabytes, mkfs = [], mountOptions }: DiskOptions) {
  const workspace = mkdtempSync(join(parent, 'disk-'));
  // The PostgreSQL account needs to traverse this folder.
  chmodSync(workspace, 0o711);
  const image = join(workspace, 'disk.img');
  const folder = join(workspace, 'mounted');
  mkdirSync(folder);
  const mount = () => runProgram('mount', '-o', `loop,noatime${mountOptions}`, image, folder);
  const remove = onProcessEnd(() => {
    // At process exit a file may still be open; a lazy unmount takes effect once it is closed.
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

/** Returns why loop devices are unavailable, or undefined if `attempt` succeeds. */
function getDiskUnavailableReason(attempt: () => void): string | undefined {
  if (process.getuid?.() !== 0) return 'loop devices need root';
  try {
    attempt();
    return undefined;
  } catch (error) {
    return `mkfs.ext4, loop devices and Perl are required: ${error}`;
  }
}

/** Calls EXT4_IOC_SHUTDOWN without a journal flush. Uses Perl, because Node has no ioctl. */
const shutdownScript =
  'open my $d, "<", $ARGV[0] or die "$!\n"; my $how = pack "L", 2; ioctl $d, 0x8004587d, $how or die "$!\n"';

/** Opens a disk whose power can be cut. */
export function openPowerCutDisk(megabytes: number) {
  // Use a long commit interval, so that ext4 does not flush data during the test by chance.
  const mountOptions = ',commit=300';
  const { folder, mount, remove } = openLoopDisk({ parent: tmpdir(), megabytes, mountOptions });
  return {
    folder,
    remove,
    /** Discards unflushed data; every later access fails. */
    cutPower: () => runProgram('perl', '-e', shutdownScript, folder),
    /** Mounts the disk again after a cut, which replays its journal. All files must be closed. */
    remount() {
      retry(() => {
        if (succeeds('mountpoint', '-q', folder)) runProgram('umount', folder);
        mount();
        // A mount namespace created meanwhile (by a container) keeps the old mount alive, on which
        // writing fails. Write a file, so that this retries until the old mount is gone.
        writeFileSync(join(folder, 'power'), 'on');
      });
    },
  };
}

/** Retries for up to a minute, because a killed process closes its files only after a moment. */
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

/** Returns why power cuts are unavailable, or undefined if they work. */
export const getPowerCutUnavailableReason = () =>
  getDiskUnavailableReason(() => {
    const disk = openPowerCutDisk(16);
    disk.cutPower();
    disk.remount();
    disk.remove();
  });

const block = 4096;

/** Opens a disk that can be filled to a given level. */
export function openSmallDisk(megabytes: number) {
  // Reserve no blocks for root, and do not delay initialisation.
  const mkfs = ['-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0'];
  const parent = fastTempFolder;
  const { folder, remove } = openLoopDisk({ parent, megabytes, mkfs, mountOptions: '' });
  const ballast = join(folder, 'ballast');
  closeSync(openSync(ballast, 'w'));
  const readFreeBytes = () => {
    // Deleted blocks become free only after a sync.
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
    /** Fills the disk until about this many bytes are free; 0 fills the disk completely. */
    leaveFree(bytes: number) {
      const missing = bytes - readFreeBytes();
      if (missing > 0) truncateSync(ballast, Math.max(0, statSync(ballast).size - missing));
      // The file system also needs metadata blocks, so retry with smaller pieces until none fits.
      for (let piece = Number.POSITIVE_INFINITY; ; ) {
        piece = Math.min(piece, Math.floor((readFreeBytes() - bytes) / block) * block);
        if (piece < block) return;
        if (!growBallast(piece)) piece = Math.floor(piece / 2 / block) * block;
      }
    },
  };
}

/** Returns why small disks are unavailable, or undefined if they work. */
export const getSmallDiskUnavailableReason = () =>
  getDiskUnavailableReason(() => openSmallDisk(16).remove());
