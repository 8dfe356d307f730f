// Mounts a temporary disk on which a power cut can be simulated. Do not import portal modules: faults are injected
// after this file is loaded, and would not affect those modules.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onProcessEnd } from '#tools/test/on-end.ts';

function runProgram(program: string, ...args: string[]): void {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}

const succeeds = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args).status === 0;

/** Perl script that shuts ext4 down without flushing its journal (EXT4_IOC_SHUTDOWN), because Node has no ioctl. */
const shutdownScript =
  'open my $d, "<", $ARGV[0] or die "$!\n"; my $how = pack "L", 2; ioctl $d, 0x8004587d, $how or die "$!\n"';

/** Mounts an ext4 image file until `remove` is called or this process ends. */
export function openPowerCutDisk(megabytes: number) {
  const workspace = mkdtempSync(join(tmpdir(), 'disk-'));
  // PostgreSQL runs under its own operating-system account, which needs to traverse this folder.
  chmodSync(workspace, 0o711);
  const image = join(workspace, 'disk.img');
  const folder = join(workspace, 'mounted');
  mkdirSync(folder);
  // Use a long commit interval, so that ext4 does not flush data by chance during the test.
  const mount = () => runProgram('mount', '-o', 'loop,noatime,commit=300', image, folder);
  const remove = onProcessEnd(() => {
    // A file may still be open at process exit. A lazy unmount takes effect once the file is closed.
    if (!succeeds('umount', folder)) succeeds('umount', '--lazy', folder);
    rmSync(workspace, { recursive: true, force: true });
  });
  try {
    writeFileSync(image, '');
    truncateSync(image, megabytes * 1024 * 1024);
    runProgram('mkfs.ext4', '-q', '-F', image);
    mount();
  } catch (error) {
    remove();
    throw error;
  }
  return {
    folder,
    remove,
    /** Discards all data that was not flushed to disk. Every access then fails until `remount` is called. */
    cutPower: () => runProgram('perl', '-e', shutdownScript, folder),
    /** Mounts the disk again, and Linux replays the ext4 journal. All files on the disk must be closed. */
    remount() {
      retry(() => {
        if (succeeds('mountpoint', '-q', folder)) runProgram('umount', folder);
        mount();
        // Check that the disk is writable. If another process still holds the old mount, it is not, and `retry` mounts
        // the disk again.
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

export function getPowerCutUnavailableReason(): string | undefined {
  if (process.getuid?.() !== 0) return 'loop devices need root';
  try {
    const disk = openPowerCutDisk(16);
    disk.cutPower();
    disk.remount();
    disk.remove();
    return undefined;
  } catch (error) {
    return `mkfs.ext4, loop devices and Perl are required: ${error}`;
  }
}
