import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { hasPostgres } from '#tools/test/start-postgres.ts';
import { trustTools } from './instruments.ts';

async function runCommand(options: string[], signal?: AbortSignal) {
  const { PATH, HOME } = process.env;
  const args = ['trust/trust.ts', '--seed', '1', ...options];
  const env = { PATH, HOME, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };
  const child = spawn(process.execPath, args, { env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status, stdout, stderr };
}

const quick = Object.entries(trustTools).flatMap(([name, { quickSize, getUnavailableReason }]) =>
  quickSize ? [{ name, size: quickSize, database: 'sqlite', getUnavailableReason }] : [],
);
if (hasPostgres())
  quick.push({
    name: 'editing',
    size: 800,
    database: 'postgres',
    getUnavailableReason: undefined,
  });

describe('npm run trust', () => {
  it.for(quick)(
    'finds no violation with the instrument "$name" on $database',
    { timeout: 300_000 },
    async ({ name, size, database, getUnavailableReason }, { skip, signal }) => {
      const unavailableReason = getUnavailableReason?.();
      // In CI, run an unavailable instrument anyway, so that the test fails with the reason.
      if (unavailableReason && !process.env.CI) {
        console.error(`\n${name.toUpperCase()} IS NOT TESTED: ${unavailableReason}.\n`);
        skip();
      }
      const options = ['--only', name, '--size', `${size}`, '--database', database];
      const { status, stderr } = await runCommand(options, signal);
      expect(status, stderr).toBe(0);
    },
  );

  it('exits with status 0 if an injected fault is detected and with status 1 if it is not', async ({
    signal,
  }) => {
    const edits = ['--only', 'editing', '--size', '400', '--fault', 'revision'];
    const detected = await runCommand(edits, signal);
    expect(detected.stdout).toContain('The injected fault was detected.');
    expect(detected.status, detected.stderr).toBe(0);
    // The fault `owner` gives all staff access, but `--size 1` compares only replies to a student, so it is missed.
    const pair = ['--only', 'non-interference', '--size', '1', '--fault', 'owner'];
    const missed = await runCommand(pair, signal);
    expect(missed.stdout).toContain('The injected fault was NOT DETECTED.');
    expect(missed.status).toBe(1);
  }, 300_000);

  it.each([
    { options: ['--only', 'nothing'] },
    { options: ['--size', '5'] },
    { options: ['--fault', 'files'] },
  ])('rejects $options and lists the instruments', async ({ options }) => {
    const { status, stderr } = await runCommand(options);
    expect(status).toBe(1);
    expect(stderr).toContain('crash: size in kills; --fault: reply-first');
  });
});
