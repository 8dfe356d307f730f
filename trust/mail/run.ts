import type { Run } from '#trust/lib/instrument.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { allRounds, representativeRounds, runFaults, sampleRounds } from './fault-rounds.ts';
import { killSteps, runKills } from './kills.ts';

/** Tests every fault, and `size` kills at every SMTP step. If `size` is below 1, tests only a sample. */
export const run: Run = async ({ size, database, seed }, report) => {
  const rounds =
    size < 1 ? representativeRounds : sampleRounds(Math.max(allRounds.length, size * 2), seed);
  const steps =
    size < 1 ? (['body', 'dot'] as const) : Array.from({ length: size }, () => killSteps).flat();
  await withWorkspace({ database, quick: true }, (workspace) =>
    runFaults(workspace, rounds, report),
  );
  await withWorkspace({ database }, (workspace) => runKills(workspace, steps, report));
  report.requireAtLeast({ 'second copies': 1, 'dead emails': 1, 'emails in doubt after dot': 1 });
};
