// Implements `npm test`, and with `--all` `npm run test:all`: runs checks and tests, even after a failure. Then repeats the
// failed tests one at a time, without other load. A test that passes then is named as flaky.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findOrInstallBrowser } from '#tools/test/browser/browser.ts';
import { findOrInstallEngines } from '#tools/test/browser/engines.ts';
import { findOrFetchPromtool } from '#tools/test/promtool.ts';
import { hasPostgres } from '#tools/test/start-postgres.ts';
import { runChecks } from './checks.ts';
import {
  addCrashAsFailure,
  addTestCounts,
  countPlaywrightTests,
  countVitestTests,
  emptyTestCounts,
  failOnce,
  formatSummary,
  isSuccess,
  mergeRepetition,
  type TestCounts,
} from './counts.ts';

const runsAll = process.argv.includes('--all');
const reports = mkdtempSync(join(tmpdir(), 'reports-'));
const baseEnv = { ...process.env, NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') };

let isInterrupted = false;
// Do not exit on Ctrl-C: the running program also receives the signal and must first clean up.
process.on('SIGINT', () => {
  isInterrupted = true;
});

/** Counts a missing requirement as a failed test in CI, and as a skipped test elsewhere. */
const countMissing = (requirement: string): TestCounts =>
  process.env.CI
    ? failOnce(requirement, 'is missing, so its tests did not run')
    : { ...emptyTestCounts, skipped: 1 };

type Runner = {
  /** `REPORT` stands for the file that the program writes its JSON report to. */
  command: readonly string[];
  count: (report: unknown) => TestCounts;
  env?: NodeJS.ProcessEnv;
  /** Returns the arguments that repeat the failed tests. */
  repeat: (failed: TestCounts['failed']) => string[];
};

async function runTests({ command, count, env }: Runner, more: string[] = []): Promise<TestCounts> {
  if (isInterrupted) return emptyTestCounts;
  const report = join(reports, 'report.json');
  rmSync(report, { force: true });
  const [program = '', ...args] = [...command, ...more].map((arg) => arg.replace('REPORT', report));
  console.log(`\n› ${[program, ...args].join(' ')}`);
  const child = spawn(join('node_modules/.bin', program), args, {
    stdio: 'inherit',
    env: { ...baseEnv, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const [code] = await once(child, 'exit');
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : undefined;
  return addCrashAsFailure(command.slice(0, 2).join(' '), code === 0, counts);
}

const vitest: Runner = {
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=REPORT'],
  count: countVitestTests,
  repeat: (failed) => [
    '--maxWorkers=1',
    ...new Set(failed.map(({ name }) => name.split(' › ', 1).join())),
  ],
};

const playwright = (browser: string): Runner => ({
  command: ['playwright', 'test', '--reporter=list,json', ...(runsAll ? [] : ['--grep=@story'])],
  count: countPlaywrightTests,
  env: { BROWSER_PATH: browser },
  repeat: () => ['--last-failed', '--workers=1'],
});

const suites: { runner: Runner; counts: TestCounts }[] = [];
const missing: string[] = [];

async function runSuite(runner: Runner): Promise<void> {
  suites.push({ runner, counts: await runTests(runner) });
}

const checks = await runChecks(baseEnv, () => isInterrupted);

if (!hasPostgres()) missing.push('PostgreSQL');
if (runsAll && !findOrFetchPromtool()) missing.push('promtool');
await runSuite({ ...vitest, env: { TEST_SCOPE: runsAll ? 'all' : 'gate' } });

const browser = findOrInstallBrowser();
if (browser) await runSuite(playwright(browser));
else missing.push('a browser');

if (runsAll) {
  const { installed, missingEngines } = findOrInstallEngines();
  missing.push(...missingEngines.map(({ name }) => name));
  const config = ['--config', 'e2e/engines/vitest.config.ts'];
  const files = installed.map(({ file }) => file);
  if (files.length > 0)
    await runSuite({ ...vitest, command: [...vitest.command, ...config, ...files] });
}

const results = [checks, ...missing.map(countMissing)];
for (const { runner, counts } of suites) {
  const { failed } = counts;
  results.push(
    failed.length === 0
      ? counts
      : mergeRepetition(counts, await runTests(runner, runner.repeat(failed))),
  );
}
rmSync(reports, { recursive: true, force: true });
const total = addTestCounts(...results);
console.log(`\n${formatSummary(total)}`);
process.exitCode = isInterrupted ? 130 : isSuccess(total) ? 0 : 1;
