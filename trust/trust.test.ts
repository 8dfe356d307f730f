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
const onPostgres = editing.map((instrument) => ({
  ...instrument,
  size: 800,
  database: 'postgres' as const,
}));

/** `npm run trust` runs the instruments at full size, including those without a quick size. */
test.for([...quick, ...onPostgres])(
  'the instrument $name finds no violation on $database',
  { timeout: 300_000 },
  async (instrument, { skip }) => {
    const unavailableReason = instrument.getUnavailableReason?.();
    // In CI do not skip: fail with the reason.
    if (unavailableReason && !process.env.CI) {
      console.error(`\n${instrument.name.toUpperCase()} IS NOT TESTED: ${unavailableReason}.\n`);
      skip();
    }
    const { run } = await instrument.load();
    const report = new Report();
    await run({ size: instrument.size, database: instrument.database, seed: 1 }, report);
    const { violations, shortfalls } = report;
    expect({ violations, shortfalls }).toEqual({ violations: [], shortfalls: [] });
  },
);

/** Runs the command without Vitest's environment variables. */
function runCommand(...options: string[]) {
  const { PATH, HOME } = process.env;
  const args = ['trust/trust.ts', '--seed', '1', ...options];
  const env = { PATH, HOME, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };
  return spawnSync(process.execPath, args, { encoding: 'utf8', env });
}

test('npm run trust --plant exits with 0 only if the fault is detected', () => {
  const detected = runCommand('--only', 'editing', '--size', '400', '--plant', 'revision');
  expect(detected.stdout).toContain('The injected fault was detected.');
  expect(detected.status, detected.stderr).toBe(0);
  // The first hostile file is refused everywhere, so no file is served.
  const missed = runCommand('--only', 'files', '--size', '1', '--plant', 'no-sandbox');
  expect(missed.stdout).toContain('THE INJECTED FAULT WAS NOT DETECTED.');
  expect(missed.status).toBe(1);
});

test('npm run trust rejects invalid options and lists the instruments', () => {
  for (const options of [
    ['--only', 'nothing'],
    ['--size', '5'],
    ['--plant', 'files'],
  ]) {
    const { status, stderr } = runCommand(...options);
    expect(status).toBe(1);
    expect(stderr).toContain('crash: size in kills; --plant: reply-first');
  }
});
