import { describe, expect, test } from 'vitest';
import { hasPostgres } from '#tools/test/start-postgres.ts';
import { plants, runPowerCuts } from './power-cuts.ts';
import { whyNoPowerCuts } from './power-disk.ts';

const whyNot = whyNoPowerCuts();
if (whyNot) console.error(`\nPOWER CUTS ARE NOT TESTED: ${whyNot}.\n`);
/** In CI nobody reads a warning: there the tests run, and fail with their reason. */
const isLeftOut = whyNot !== undefined && !process.env.CI;
const seed = 20_270_115;

describe.skipIf(isLeftOut)('a power cut', { timeout: 600_000 }, () => {
  test.for([
    ['sqlite', 4],
    ['postgres', 1],
  ] as const)('loses nothing acknowledged on %s', async ([database, cuts], { skip }) => {
    if (database === 'postgres' && !hasPostgres()) skip();
    const { acknowledged, unanswered, recoveriesMs, ...figures } = await runPowerCuts({
      cycles: cuts,
      seed,
      database,
    });
    expect(figures).toEqual({ cycles: cuts, lost: [], torn: [], unexpected: [] });
    expect(acknowledged.marks).toBeGreaterThan(0);
    expect(acknowledged.upload).toBeGreaterThan(0);
    expect(Math.max(...Object.values(unanswered))).toBeGreaterThan(0);
  });

  test.for(plants)('that loses what was acknowledged is found: %s not flushed', async (plant) => {
    const { lost } = await runPowerCuts({ cycles: 20, seed, database: 'sqlite', plant });
    expect(lost).not.toEqual([]);
  });
});
