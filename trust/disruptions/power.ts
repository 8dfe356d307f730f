import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '#server/storage/disk.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { openPowerDisk } from '#trust/lib/disks.ts';
import type { Options, Report, Run } from '#trust/lib/instrument.ts';
import { crash } from './crash.ts';
import { disruptInPlaces, disruptPlace } from './disrupt.ts';

/**
 * On one disk whatever flushes a file flushes the names of all others too (ext4's journal), so that SQLite's commits would
 * hide a folder that nobody flushed. A department may mount each of these somewhere else.
 */
const onOwnDisk = ['files', 'outbox'];

async function cutPower(options: Options, report: Report): Promise<void> {
  // Some megabytes of uploads between two cuts; what is not written takes no space.
  const megabytes = 256 + 16 * options.size;
  const disk = openPowerDisk(megabytes);
  const others = onOwnDisk.map((name) => ({ name, ...openPowerDisk(megabytes) }));
  const disks = [disk, ...others];
  const dataDir = join(disk.folder, 'data');
  let postgres: ReturnType<typeof startPostgres> | undefined;
  try {
    mkdirSync(dataDir);
    for (const { name, folder } of others) {
      mkdirSync(join(folder, 'data'), { mode: 0o700 });
      symlinkSync(join(folder, 'data'), join(dataDir, name));
      await syncFolder(folder);
    }
    await syncFolder(dataDir);
    await syncFolder(disk.folder);
    const durable = options.plant !== 'database';
    if (options.database === 'postgres')
      postgres = startPostgres({ durable, dataParent: disk.folder });
    const power = {
      cut: () => {
        for (const { cut } of disks) cut();
      },
      restore() {
        postgres?.kill();
        for (const { mountAgain } of disks) mountAgain();
        postgres?.startAgain();
      },
    };
    await disruptPlace({ dataDir, databaseUrl: postgres?.url }, options, report, crash(power));
  } finally {
    postgres?.stop();
    for (const { remove } of disks) remove();
  }
}

/** The power cut under the portal's load, and what it acknowledged looked for. */
export const run: Run = async (options, report) => {
  await disruptInPlaces(options, report, (part) => cutPower(part, report));
  report.requireAtLeast({ unacknowledged: 1 });
};
