import { type Asked, type Outcome, tooFew } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { runRepeats } from './run-repeats.ts';

/** Every write sent twice, and exactly one effect looked for. */
export async function run({ size, database, seed, say }: Asked): Promise<Outcome> {
  const onRound = (done: number) => done % 100 === 0 && say?.(`${done} writes`);
  const { faults, ...figures } = await inNewPlace({ database, quick: true }, (place) =>
    runRepeats(place, { size, seed, onRound }),
  );
  return {
    figures,
    findings: faults,
    idle: tooFew({
      'writes sent twice': [figures.repeated, size],
      kills: [figures.kills, Math.floor(size / 100)],
      restarts: [figures.restarts, Math.floor(size / 100)],
      'first sendings without an answer': [figures.unanswered, Math.min(1, Math.floor(size / 100))],
    }),
  };
}
