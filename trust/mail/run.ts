import type { Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { allRounds, oneOfEachKind, runFaults, someRounds } from './faults.ts';
import { killSteps, runKills } from './kills.ts';

/**
 * A mail server with every fault at every step, and the portal killed `size` times at every step of its conversation.
 * Below 1: one fault of each kind, and one kill where emails are in doubt.
 */
export const run: Run = async ({ size, database, seed }, report) => {
  const rounds = size < 1 ? oneOfEachKind : someRounds(Math.max(allRounds.length, size * 2), seed);
  const at =
    size < 1 ? (['body', 'dot'] as const) : Array.from({ length: size }, () => killSteps).flat();
  await inNewPlace({ database, quick: true }, (place) => runFaults(place, rounds, report));
  await inNewPlace({ database }, (place) => runKills(place, at, report));
  // Killing it where nothing is in doubt would prove nothing.
  report.requireAtLeast({ 'second copies': 1, 'dead emails': 1, 'emails in doubt after dot': 1 });
};
