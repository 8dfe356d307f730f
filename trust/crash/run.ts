import type { Asked, Outcome } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { runCrashes } from './cycles.ts';
import { outcomeOf, runInRounds } from './figures.ts';

/** The portal killed again and again, and what it acknowledged looked for. */
export async function run({ size, database, seed, plant, say }: Asked): Promise<Outcome> {
  const onCycle = (cycle: number) => cycle % 10 === 0 && say?.(`${cycle} cycles`);
  const figures = await runInRounds({ cycles: size, seed, onCycle }, (round) =>
    inNewPlace({ database, durable: true }, (place) => runCrashes(place, { ...round, plant })),
  );
  return outcomeOf(figures);
}
