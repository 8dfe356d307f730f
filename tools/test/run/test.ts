// Implements `npm test`: runs every check and test suite, even after a failure.

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
  formatSummary,
  type TestCounts,
} from './counts.ts';

const isCi = Boolean(process.env.CI);
const reports = mkdtempSync(join(tmpdir(), 'reports-'));

const cacheEnv = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') };

/** Counts a missing requirement as a failed test in CI, and as a skipped test elsewhere. */
function countMissing(requirement: string): TestCounts {
  return isCi
    ? { ...emptyTestCounts, failed: [`${requirement} is missing, so its tests did not run`] }
    : { ...emptyTestCounts, skipped: 1 };
}

let isInterrupted = false;
// Do not exit on Ctrl-C: the running program also receives the signal and must first clean up.
process.on('SIGINT', () => {
  isInterrupted = true;
});

async function run(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  if (isInterrupted) return false;
  console.log(`\n› ${[name, ...args].join(' ')}`);
  const program = join('node_modules/.bin', name);
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...cacheEnv, ...env },
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

async function runVitest(): Promise<TestCounts> {
  const promtool = isInterrupted ? undefined : findOrFetchPromtool();
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const succeeded = await run('vitest', ['run', ...reporters]);
  const report = readReport(file);
  const counts = addCrashAsFailure(
    'vitest',
    succeeded,
    report ? countVitestTests(report) : undefined,
  );
  const missing = [...(hasPostgres() ? [] : ['PostgreSQL']), ...(promtool ? [] : ['promtool'])];
  return addTestCounts(counts, ...missing.map(countMissing));
}

async function runPlaywright(): Promise<TestCounts> {
  const browser = isInterrupted ? undefined : findOrInstallBrowser();
  if (!browser) return countMissing('a browser');
  const file = join(reports, 'playwright.json');
  const succeeded = await run('playwright', ['test', '--reporter=list,json'], {
    BROWSER_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const report = readReport(file);
  return addCrashAsFailure(
    'playwright',
    succeeded,
    report ? countPlaywrightTests(report) : undefined,
  );
}

async function runEngines(): Promise<TestCounts> {
  if (isInterrupted) return emptyTestCounts;
  const { installed, missingEngines } = findOrInstallEngines();
  const missing = missingEngines.map(({ name }) => countMissing(name));
  if (installed.length === 0) return addTestCounts(...missing);
  const file = join(reports, 'engines.json');
  const config = [
    '--config',
    'e2e/engines/vitest.config.ts',
    ...installed.map((engine) => engine.file),
  ];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const succeeded = await run('vitest', ['run', ...config, ...reporters]);
  const report = readReport(file);
  const counts = addCrashAsFailure(
    'engines',
    succeeded,
    report ? countVitestTests(report) : undefined,
  );
  return addTestCounts(counts, ...missing);
}

const counts = addTestCounts(
  await runChecks({ ...process.env, ...cacheEnv }, () => isInterrupted),
  await runVitest(),
  await runPlaywright(),
  await runEngines(),
);
rmSync(reports, { recursive: true, force: true });
console.log(`\n${formatSummary(counts)}`);
process.exitCode = isInterrupted ? 130 : counts.failed.length > 0 ? 1 : 0;
