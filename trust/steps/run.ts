import type { TrustToolRunner } from '#trust/lib/instrument.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { crashInFirstStart } from './first-start.ts';
import { crashInRequests } from './requests.ts';
import { createWorkspace } from './workspaces.ts';

/** Multiplier of the interval between tested steps for a first start, because it has more steps than a request. */
const firstStartFactor = 5;

/** Crashes the portal before some steps of each operation (`size` sets how many), then repeats the operation. */
export const run: TrustToolRunner = async ({ size, database, seed, fault }, report) => {
  const every = Math.max(1, Math.round(100 / size));
  await withWorkspace({ database }, async ({ dataDir, databaseUrl }) => {
    const host = { folder: dataDir, postgresUrl: databaseUrl };
    const workspace = await createWorkspace(host);
    await crashInRequests(workspace, { every, seed, fault }, report);
    if (fault) return;
    await crashInFirstStart(host, every === 1 ? 1 : every * firstStartFactor, report);
  });
};
