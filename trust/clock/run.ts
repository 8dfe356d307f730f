import { type Asked, type Outcome, tooFew } from '#trust/lib/instrument.ts';
import { checkInstants, zones } from './check-instants.ts';

/** Deadlines in zones with and without daylight saving, held against another clock. */
export async function run({ size, seed }: Asked): Promise<Outcome> {
  const { faults, ...figures } = checkInstants({ size, seed });
  return {
    figures: { zones: zones.length, ...figures },
    findings: faults,
    // Local times that do not exist, or exist twice, are what goes wrong.
    idle: tooFew({
      deadlines: [figures.instants, size * zones.length],
      'times that a clock leaps over': [figures.skipped, size / 20],
      'times that a clock shows twice': [figures.twice, size / 20],
    }),
  };
}
