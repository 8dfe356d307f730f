import { outcomeOf, runInRounds } from '#trust/crash/figures.ts';
import type { Asked, Outcome } from '#trust/lib/instrument.ts';
import { runPowerCuts } from './power-cuts.ts';

/** The power cut under the portal's load, and what it acknowledged looked for. */
export async function run({ size, database, seed, plant, say }: Asked): Promise<Outcome> {
  const onCycle = (cut: number) => cut % 10 === 0 && say?.(`${cut} cuts`);
  const figures = await runInRounds({ cycles: size, seed, onCycle }, (round) =>
    runPowerCuts({ ...round, database, plant }),
  );
  return outcomeOf(figures);
}
