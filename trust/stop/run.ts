import { type Asked, listed, type Outcome, tooFew, tooMuch } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { runStops, stopLimitMs } from './stop-cycles.ts';

/** The portal told to stop again and again while everybody works. */
export async function run({ size, database, seed }: Asked): Promise<Outcome> {
  const { stops, cut, unexpected, acknowledged, knocks, longestMs } = await inNewPlace(
    { database },
    (place) => runStops(place, { stops: size, seed }),
  );
  return {
    figures: {
      stops,
      'effects acknowledged': acknowledged,
      'came meanwhile': `${listed(knocks.answered)}; ${knocks.cut.length} cut`,
      'longest stop': `${Math.round(longestMs)} ms`,
    },
    findings: [
      ...cut.map((finding) => `cut: ${finding}`),
      ...unexpected,
      ...tooMuch({
        'milliseconds to stop': [longestMs, stopLimitMs],
        // Twenty come again and again while it stops; without a moment of refusing all of them are cut each time.
        'newcomers cut': [knocks.cut.length, 10 * stops],
      }),
    ],
    idle: tooFew({
      'effects acknowledged': [acknowledged, 1],
      'newcomers refused': [knocks.answered['503'] ?? 0, 1],
    }),
  };
}
