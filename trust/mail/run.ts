import type { RunInstrument } from '#trust/lib/instrument.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import {
  allFaultRounds,
  representativeFaultRounds,
  sampleFaultRounds,
  testSmtpFaults,
} from './fault-rounds.ts';
import { killSteps, testKillsDuringDelivery } from './kills.ts';

/** Tests every fault, and `size` kills at every SMTP step. If `size` is below 1, tests only a sample. */
export const run: RunInstrument = async ({ size, database, seed }, report) => {
  const rounds =
    size < 1
      ? representativeFaultRounds
      : sampleFaultRounds(Math.max(allFaultRounds.length, size * 2), seed);
  const steps =
    size < 1 ? (['body', 'dot'] as const) : Array.from({ length: size }, () => killSteps).flat();
  await withWorkspace({ database, quick: true }, (workspace) =>
    testSmtpFaults(workspace, rounds, report),
  );
  await withWorkspace({ database }, (workspace) =>
    testKillsDuringDelivery(workspace, steps, report),
  );
  report.requireAtLeast({ 'second copies': 1, 'dead emails': 1, 'emails in doubt after dot': 1 });
};
