import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { hasPostgres } from '#tools/test/start-postgres.ts';
import { instruments } from './instruments.ts';
import { type Database, Report } from './lib/instrument.ts';

const quick = Object.entries(instruments).flatMap(([name, instrument]) =>
  instrument.quickSize === undefined
    ? []
    : [{ name, ...instrument, size: instrument.quickSize, database: 'sqlite' as Database }],
);
const editing = quick.filter(({ name }) => hasPostgres() && name === 'editing');
const onPostgres = editing.map((one) => ({ ...one, size: 800, database: 'postgres' as const }));

/** Each in its quickest useful size; `npm run trust` runs them larger, and those that are never quick. */
test.for([...quick, ...onPostgres])(
  'the instrument $name finds no broken promise on $database',
  { timeout: 300_000 },
  async (instrument, { skip }) => {
    const whyNot = instrument.whyNot?.();
    // In CI nobody reads a warning: there the test runs, and fails with its reason.
    if (whyNot && !process.env.CI) {
      console.error(`\n${instrument.name.toUpperCase()} IS NOT TESTED: ${whyNot}.\n`);
      skip();
    }
    const { run } = await instrument.load();
    const report = new Report();
    await run({ size: instrument.size, database: instrument.database, seed: 1 }, report);
    const { violations, idle } = report;
    expect({ violations, idle }).toEqual({ violations: [], idle: [] });
  },
);

/** By itself, without what Vitest puts into the environment of its tests. */
function command(...options: string[]) {
  const { PATH, HOME } = process.env;
  const args = ['trust/trust.ts', '--seed', '1', ...options];
  const env = { PATH, HOME, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };
  return spawnSync(process.execPath, args, { encoding: 'utf8', env });
}

test('the command ends well with a planted fault only if it was found', () => {
  const found = command('--only', 'editing', '--size', '400', '--plant', 'revision');
  expect(found.stdout).toContain('The planted fault was found.');
  expect(found.status, found.stderr).toBe(0);
  // The first hostile file is taken nowhere, so that nothing is served without its sandbox.
  const missed = command('--only', 'files', '--size', '1', '--plant', 'no-sandbox');
  expect(missed.stdout).toContain('THE PLANTED FAULT WAS MISSED.');
  expect(missed.status).toBe(1);
}, 120_000);

test('the command refuses what it does not know, and says what there is', () => {
  for (const options of [
    ['--only', 'nothing'],
    ['--size', '5'],
    ['--plant', 'files'],
  ]) {
    const { status, stderr } = command(...options);
    expect(status).toBe(1);
    expect(stderr).toContain('crash: size in kills; plants: reply-first');
  }
});
