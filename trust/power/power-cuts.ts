import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '#server/storage/disk.ts';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { runCrashes } from '#trust/crash/cycles.ts';
import type { CrashFigures, Round } from '#trust/crash/figures.ts';
import { openPowerDisk } from './power-disk.ts';

type Options = Round & {
  database: 'sqlite' | 'postgres';
  plant?: string | undefined;
};

/**
 * On one disk whatever flushes a file flushes the names of all others too (ext4's journal), so that SQLite's commits would
 * hide a folder that nobody flushed. A department may mount each of these somewhere else.
 */
const onOwnDisk = ['files', 'outbox'];

/** Cuts the power of disks with all of the portal's data under load, and looks for what was acknowledged. */
export async function runPowerCuts(options: Options): Promise<CrashFigures> {
  const { database, plant, ...round } = options;
  // Some megabytes of uploads between two cuts; what is not written takes no space.
  const size = 256 + 16 * round.cycles;
  const disk = openPowerDisk(size);
  const others = onOwnDisk.map(() => openPowerDisk(size));
  const disks = [disk, ...others];
  const dataDir = join(disk.folder, 'data');
  const isDurable = plant !== 'database';
  try {
    mkdirSync(dataDir);
    for (const [index, other] of others.entries()) {
      const folder = join(other.folder, 'data');
      mkdirSync(folder, { mode: 0o700 });
      symlinkSync(folder, join(dataDir, onOwnDisk[index] ?? ''));
      await syncFolder(other.folder);
    }
    await syncFolder(dataDir);
    await syncFolder(disk.folder);
    const postgres =
      database === 'postgres'
        ? startPostgres({ durable: isDurable, dataParent: disk.folder })
        : undefined;
    try {
      return await runCrashes(
        { dataDir, databaseUrl: postgres?.url },
        {
          ...round,
          power: {
            cut: () => {
              for (const { cut } of disks) cut();
            },
            back() {
              postgres?.kill();
              for (const { mountAgain } of disks) mountAgain();
              postgres?.startAgain();
            },
          },
          plant,
        },
      );
    } finally {
      postgres?.stop();
    }
  } finally {
    for (const { remove } of disks) remove();
  }
}
