// Disks of their own. Imports nothing of the portal's, which is loaded only once a fault is planted.

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
import { onEnd } from '#tools/test/on-end.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';

type DiskOptions = { parent: string; megabytes: number; mkfs?: string[]; mountOptions: string };

/**
 * Makes an ext4 file system in a file of a private folder and mounts it. All of it is gone after `remove`, and also when
 * the process ends before. Throws with the failing program's own words.
 */
function openLoopDisk({ parent, megabytes, mkfs = [], mountOptions }: DiskOptions) {
  const place = mkdtempSync(join(parent, 'disk-'));
  // PostgreSQL's account has to find its way to its folder.
  chmodSync(place, 0o711);
  const image = join(place, 'disk.img');
  const folder = join(place, 'mounted');
  mkdirSync(folder);
  const mount = () => runProgram('mount', '-o', `loop,noatime${mountOptions}`, image, folder);
  const remove = onEnd(() => {
    // At the end of a process somebody may still be busy on it: it goes once they are gone.
    if (!succeeds('umount', folder)) succeeds('umount', '--lazy', folder);
    rmSync(place, { recursive: true, force: true });
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

/** Why such a disk cannot be used on this machine; undefined when `attempt` can. */
function whyNoDisk(attempt: () => void): string | undefined {
  if (process.getuid?.() !== 0) return 'a disk of its own needs root, for a loop device';
  try {
    attempt();
    return undefined;
  } catch (error) {
    return `a disk of its own needs mkfs.ext4, loop devices and perl: ${error}`;
  }
}

/** EXT4's FS_IOC_SHUTDOWN with NOLOGFLUSH: not even its journal is written. Node has no ioctl; every Debian has Perl. */
const shutDown =
  'open my $d, "<", $ARGV[0] or die "$!\n"; my $how = pack "L", 2; ioctl $d, 0x8004587d, $how or die "$!\n"';

/** A disk of its own whose power can be cut. */
export function openPowerDisk(megabytes: number) {
  // Long between two commits of the journal's own, so that what nobody flushed is not flushed by chance.
  const mountOptions = ',commit=300';
  const { folder, mount, remove } = openLoopDisk({ parent: tmpdir(), megabytes, mountOptions });
  return {
    folder,
    remove,
    /** From now on nothing reaches it, and what was not flushed to it is lost; who still uses it gets errors. */
    cut: () => runProgram('perl', '-e', shutDown, folder),
    /** After a cut, once nobody has a file open on it any more: mounts it again, which replays its journal. */
    mountAgain() {
      retry(() => {
        if (succeeds('mountpoint', '-q', folder)) runProgram('umount', folder);
        mount();
        // Who made a mount namespace meanwhile, as containers do, keeps the disk without power mounted, and then it is
        // that one again: until they are gone nothing can be written.
        writeFileSync(join(folder, 'power'), 'on');
      });
    },
  };
}

/** A process that was killed closes its files a moment later. */
function retry(work: () => void) {
  for (let left = 600; ; left -= 1) {
    try {
      return work();
    } catch (error) {
      if (left === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}

/** Why the power cannot be cut on this machine; undefined when it can. */
export const whyNoPowerCuts = () =>
  whyNoDisk(() => {
    const disk = openPowerDisk(16);
    disk.cut();
    disk.mountAgain();
    disk.remove();
  });

const block = 4096;

/** A disk of its own, which is filled by a file of nothing. */
export function openSmallDisk(megabytes: number) {
  // Nothing kept back for root, and nothing written later by itself.
  const mkfs = ['-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0'];
  const parent = whereWritingIsQuick;
  const { folder, remove } = openLoopDisk({ parent, megabytes, mkfs, mountOptions: '' });
  const ballast = join(folder, 'ballast');
  closeSync(openSync(ballast, 'w'));
  const free = () => {
    // What was removed is free once the file system has written that down.
    runProgram('sync', '-f', folder);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  const grow = (bytes: number) => {
    const { size } = statSync(ballast);
    return succeeds('fallocate', '--offset', `${size}`, '--length', `${bytes}`, ballast);
  };
  return {
    folder,
    remove,
    /** Leaves so many bytes free, to a few blocks; 0 leaves none at all. */
    leave(bytes: number) {
      const missing = bytes - free();
      if (missing > 0) truncateSync(ballast, Math.max(0, statSync(ballast).size - missing));
      // The file system needs some of it for itself: less and less is asked for until nothing goes.
      for (let piece = Number.POSITIVE_INFINITY; ; ) {
        piece = Math.min(piece, Math.floor((free() - bytes) / block) * block);
        if (piece < block) return;
        if (!grow(piece)) piece = Math.floor(piece / 2 / block) * block;
      }
    },
  };
}

/** Why there can be no such disk on this machine; undefined when there can. */
export const whyNoSmallDisk = () => whyNoDisk(() => openSmallDisk(16).remove());
