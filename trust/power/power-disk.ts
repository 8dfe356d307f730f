import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEnd } from '#tools/test/on-end.ts';

/** A disk of its own whose power can be cut. */
export type PowerDisk = {
  /** Where it is mounted. */
  folder: string;
  /** From now on nothing reaches it, and what was not flushed to it is lost; who still uses it gets errors. */
  cut(): void;
  /** After a cut, once nobody has a file open on it any more: mounts it again, which replays its journal. */
  mountAgain(): void;
  remove(): void;
};

/** EXT4's FS_IOC_SHUTDOWN with NOLOGFLUSH: not even its journal is written. Node has no ioctl; every Debian has Perl. */
const shutDown =
  'open my $d, "<", $ARGV[0] or die "$!\n"; my $how = pack "L", 2; ioctl $d, 0x8004587d, $how or die "$!\n"';

/**
 * Makes an ext4 file system of so many megabytes in a file of a private folder and mounts it. All of it is gone after
 * `remove`, and also when the process ends before. Throws with the failing program's own words.
 */
export function openPowerDisk(megabytes: number): PowerDisk {
  const place = mkdtempSync(join(tmpdir(), 'power-'));
  // PostgreSQL's account has to find its way to its folder.
  chmodSync(place, 0o711);
  const image = join(place, 'disk.img');
  const folder = join(place, 'disk');
  mkdirSync(folder);
  // Long between two commits of the journal's own, so that what nobody flushed is not flushed by chance.
  const mount = () => run('mount', '-o', 'loop,noatime,commit=300', image, folder);
  const remove = onEnd(() => {
    // At the end of a process somebody may still be busy on it: it goes once he is gone.
    if (call('umount', folder).status !== 0) call('umount', '--lazy', folder);
    rmSync(place, { recursive: true, force: true });
  });
  try {
    writeFileSync(image, '');
    truncateSync(image, megabytes * 1024 * 1024);
    run('mkfs.ext4', '-q', '-F', image);
    mount();
  } catch (error) {
    remove();
    throw error;
  }
  return {
    folder,
    cut: () => run('perl', '-e', shutDown, folder),
    mountAgain() {
      // Who made a mount namespace meanwhile, as containers do, keeps the disk without power mounted, and then it is that
      // one again: until they are gone nothing can be written.
      untilDone(() => {
        if (call('mountpoint', '-q', folder).status === 0) run('umount', folder);
        mount();
        writeFileSync(join(folder, 'power'), 'on');
      });
    },
    remove,
  };
}

/** Why the power cannot be cut on this machine; undefined when it can. */
export function whyNoPowerCuts(): string | undefined {
  if (process.getuid?.() !== 0) {
    return 'cutting the power of a disk needs root, for a loop device and an ioctl';
  }
  try {
    const disk = openPowerDisk(16);
    disk.cut();
    disk.mountAgain();
    disk.remove();
    return undefined;
  } catch (error) {
    return `cutting the power of a disk needs mkfs.ext4, loop devices and perl: ${error}`;
  }
}

const call = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' });

function run(program: string, ...args: string[]) {
  const { status, error, stderr } = call(program, ...args);
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}

/** A process that was killed closes its files a moment later. */
function untilDone(work: () => void) {
  for (let left = 600; ; left -= 1) {
    try {
      return work();
    } catch (error) {
      if (left === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}
