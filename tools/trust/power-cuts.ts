import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#tools/test/start-postgres.ts';
import { runCrashes } from './crash-cycles.ts';
import type { CrashFigures, Round } from './crash-figures.ts';
import { openPowerDisk } from './power-disk.ts';

/** What is not flushed to the disk when a fault is planted on purpose: a check that cannot fail shows nothing. */
export const plants = ['files', 'database'] as const;

type Options = Round & {
  database: 'sqlite' | 'postgres';
  plant?: (typeof plants)[number] | undefined;
};

/** Cuts the power of a disk with all of the portal's data under load, and looks for what was acknowledged. */
export async function runPowerCuts(options: Options): Promise<CrashFigures> {
  const { database, plant, ...round } = options;
  // Some megabytes of uploads between two cuts; what is not written takes no space.
  const disk = openPowerDisk(256 + 16 * round.cycles);
  const dataDir = join(disk.folder, 'data');
  const isDurable = plant !== 'database';
  try {
    mkdirSync(dataDir);
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
            cut: disk.cut,
            back() {
              postgres?.kill();
              disk.mountAgain();
              postgres?.startAgain();
            },
          },
          ...(plant && { plant: { preload: planted, env: { PLANTED_FAULT: plant } } }),
        },
      );
    } finally {
      postgres?.stop();
    }
  } finally {
    disk.remove();
  }
}

const planted = import.meta.resolve('./planted-fault.ts');
