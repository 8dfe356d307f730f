import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { flushToDisk } from '#server/storage/disk.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import type { TrustToolRunner } from '#trust/lib/instrument.ts';
import { openPowerCutDisk } from '#trust/lib/processes/power-cut-disk.ts';
import { crashPortal } from './crash.ts';
import { disruptWorkspace } from './disrupt.ts';

/** Folders on separate disks. Otherwise, an SQLite commit, which flushes the whole disk, would hide a missing fsync. */
const separateFolders = ['files', 'outbox'];

/** Cuts the power repeatedly under load and checks that no acknowledged write is lost. */
export const run: TrustToolRunner = async (options, report) => {
  // Space for the uploads of all rounds. The disk images are sparse files, so unused space costs nothing.
  const megabytes = 256 + 16 * options.size;
  const disk = openPowerCutDisk(megabytes);
  const folderDisks = separateFolders.map((name) => ({ name, ...openPowerCutDisk(megabytes) }));
  const disks = [disk, ...folderDisks];
  const dataDir = join(disk.folder, 'data');
  let postgres: ReturnType<typeof startPostgres> | undefined;
  try {
    mkdirSync(dataDir);
    for (const { name, folder } of folderDisks) {
      mkdirSync(join(folder, 'data'), { mode: 0o700 });
      symlinkSync(join(folder, 'data'), join(dataDir, name));
      await flushToDisk(folder);
    }
    await flushToDisk(dataDir);
    await flushToDisk(disk.folder);
    const durable = options.fault !== 'database';
    if (options.database === 'postgres')
      postgres = startPostgres({ durable, dataParent: disk.folder });
    const power = {
      cut: () => {
        for (const { cutPower } of disks) cutPower();
      },
      restore() {
        postgres?.kill();
        for (const { remount } of disks) remount();
        postgres?.restart();
      },
    };
    await disruptWorkspace(
      { dataDir, databaseUrl: postgres?.url },
      options,
      report,
      crashPortal(power),
    );
  } finally {
    postgres?.stop();
    for (const { remove } of disks) remove();
  }
  report.requireAtLeast({ unacknowledged: 1 });
};
