import { type Asked, listed, type Outcome, tooFew, tooMuch } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { growthLimit, rawEvery, runFuzz } from './play.ts';
import { rawShapes } from './raw.ts';

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Hostile requests made from the contract, and what the portal answered and kept. */
export async function run({ size, database, seed, say }: Asked): Promise<Outcome> {
  const { requests, faults, invalidRows, kinds, statuses, worstMs, growth } = await inNewPlace(
    { database, quick: true },
    (place) =>
      runFuzz(place, {
        size,
        seed,
        onRound: (done) =>
          say?.(
            `${done.requests} requests, ${done.faults.length} faults, ${megabytes(done.growth)}`,
          ),
      }),
  );
  return {
    figures: {
      requests,
      kinds: listed(kinds),
      statuses: listed(statuses),
      'worst answer': `${Math.round(worstMs)} ms`,
      'memory grown': megabytes(growth),
    },
    findings: [
      ...faults,
      ...invalidRows.map((finding) => `invalid row: ${finding}`),
      ...tooMuch({ 'bytes grown': [growth, growthLimit] }),
    ],
    // Requests that all fail at the door would prove nothing.
    idle: tooFew({
      requests: [requests, size],
      'raw shapes': [kinds['raw shape'] ?? 0, Math.min(rawShapes, Math.floor(size / rawEvery))],
      'answers of 200': [statuses[200] ?? 0, size / 20],
      'answers of 400': [statuses[400] ?? 0, size / 20],
    }),
  };
}
