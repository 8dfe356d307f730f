import { expect, test } from 'vitest';
import { hasPostgres } from '#tools/test/start-postgres.ts';
import { instruments } from './instruments.ts';

const quick = Object.entries(instruments).flatMap(([name, instrument]) =>
  instrument.quickSize === undefined ? [] : [{ name, ...instrument, size: instrument.quickSize }],
);

/** Each in its quickest useful size; `npm run trust` runs them larger, and those that are never quick. */
test.for(quick)('$name finds nothing', { timeout: 300_000 }, async (instrument, { skip }) => {
  const whyNot = instrument.whyNot?.();
  // In CI nobody reads a warning: there the test runs, and fails with its reason.
  if (whyNot && !process.env.CI) {
    console.error(`\n${instrument.name.toUpperCase()} IS NOT TESTED: ${whyNot}.\n`);
    skip();
  }
  const { run } = await instrument.load();
  const seed = Math.floor(Math.random() * 1_000_000);
  const asked = { size: instrument.size, database: 'sqlite', seed } as const;
  const { findings, idle } = await run(asked);
  expect({ findings, idle }, `seed ${seed}`).toEqual({ findings: [], idle: [] });
});

test.runIf(hasPostgres())('editing finds nothing on PostgreSQL either', async () => {
  const { run } = await import('./editing/run.ts');
  const { findings, idle } = await run({ size: 800, database: 'postgres', seed: 1 });
  expect({ findings, idle }).toEqual({ findings: [], idle: [] });
});
