// Implements `npm run test:near [-- COMMIT]`: tests features changed since COMMIT (or HEAD), on SQLite and in Chromium.

import { execFileSync, spawnSync } from 'node:child_process';
import { findOrInstallBrowser } from '#tools/test/browser/browser.ts';
import { findAffectedTests } from './near-tests.ts';

const commit = process.argv[2] ?? 'HEAD';
const listFiles = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changedFiles = [
  ...listFiles('diff', '--name-only', commit),
  ...listFiles('ls-files', '--others', '--exclude-standard'),
];
const { unit, browser } = findAffectedTests(changedFiles);

function run(name: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n› ${[name, ...args].join(' ')}`);
  const { status } = spawnSync(`node_modules/.bin/${name}`, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

if (unit.length + browser.length === 0) {
  console.log(`No feature differs from ${commit}. npm test runs every test.`);
}
const projects = ['--project', 'rules', '--project', 'sqlite'];
const unitPassed =
  unit.length === 0 || run('vitest', ['run', '--passWithNoTests', ...projects, ...unit]);
const browserPassed =
  browser.length === 0 ||
  run('playwright', ['test', ...browser], { BROWSER_PATH: findOrInstallBrowser() });
process.exitCode = unitPassed && browserPassed ? 0 : 1;
