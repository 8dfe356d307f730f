// What `npm test` runs: every step, also after one that failed, so that one run shows everything.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findOrInstallBrowser } from './browser.ts';
import {
  addCounts,
  type Counts,
  closingLines,
  countPlaywright,
  countRun,
  countVitest,
  noTests,
} from './counts.ts';
import { findOrInstallEngines } from './engines.ts';
import { hasPostgres } from './start-postgres.ts';

const inCi = Boolean(process.env.CI);
const reports = mkdtempSync(join(tmpdir(), 'reports-'));
const passed: Counts = { ...noTests, passed: 1 };

/** Programs of Node start quicker with what the one before has compiled. */
const compiled = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') };

/** In CI nobody reads a warning: what was not tested there has failed. */
function notTested(what: string): Counts {
  return inCi
    ? { ...noTests, failed: [`${what} was not there to test with`] }
    : { ...noTests, skipped: 1 };
}

let interrupted = false;
// Ctrl-C reaches the running step too; this process waits until that has cleaned up.
process.on('SIGINT', () => {
  interrupted = true;
});

/** Runs a program of node_modules/.bin with its output on the screen; returns whether it succeeded. */
async function run(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  if (interrupted) return false;
  console.log(`\n› ${[name, ...args].join(' ')}`);
  const program = join('node_modules/.bin', name);
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...compiled, ...env },
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

async function check(name: string, ...args: string[]): Promise<Counts> {
  const succeeded = await run(name, args);
  return countRun([name, ...args].join(' '), succeeded, succeeded ? passed : noTests);
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

async function runVitest(): Promise<Counts> {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const succeeded = await run('vitest', ['run', ...reporters]);
  const report = readReport(file);
  const counts = countRun('vitest', succeeded, report ? countVitest(report) : undefined);
  return hasPostgres() ? counts : addCounts(counts, notTested('PostgreSQL'));
}

async function runPlaywright(): Promise<Counts> {
  const browser = interrupted ? undefined : findOrInstallBrowser();
  if (!browser) return notTested('a browser');
  const file = join(reports, 'playwright.json');
  const succeeded = await run('playwright', ['test', '--reporter=list,json'], {
    BROWSER_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const report = readReport(file);
  return countRun('playwright', succeeded, report ? countPlaywright(report) : undefined);
}

/** The main stories in Firefox and WebKit. */
async function runEngines(): Promise<Counts> {
  if (interrupted) return noTests;
  const { here, absent } = findOrInstallEngines();
  const missing = absent.map(({ name }) => notTested(name));
  if (here.length === 0) return addCounts(...missing);
  const file = join(reports, 'engines.json');
  const config = ['--config', 'e2e/engines/vitest.config.ts', ...here.map((engine) => engine.file)];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const succeeded = await run('vitest', ['run', ...config, ...reporters]);
  const report = readReport(file);
  const counts = countRun('engines', succeeded, report ? countVitest(report) : undefined);
  return addCounts(counts, ...missing);
}

const counts = addCounts(
  await check('biome', 'ci', '--error-on-warnings'),
  await check('tsc'),
  await check('tsc', '-p', 'client'),
  await check('tsc', '-p', 'e2e'),
  await check('knip'),
  await runVitest(),
  await runPlaywright(),
  await runEngines(),
);
rmSync(reports, { recursive: true, force: true });
console.log(`\n${closingLines(counts)}`);
process.exitCode = interrupted ? 130 : counts.failed.length > 0 ? 1 : 0;
