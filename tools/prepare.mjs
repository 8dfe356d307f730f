// Runs before `npm start`, `npm run demo` and `npm test`, when nothing is installed yet: plain
// JavaScript for whatever Node the machine has (20 or newer), and no dependency.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeError } from './verify-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundledNode = join(root, 'node_modules/.bin/node');
const builtFrom = join(root, 'client/dist/.built-from');
const clientSources = [
  'client',
  'contract',
  'tools/precompress.ts',
  'vite.config.ts',
  'package-lock.json',
];

function readPackages(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
}

/**
 * Whether node_modules holds every package of the lock file in the locked version. npm writes its
 * own list (`node_modules/.package-lock.json`) only when an install has come to its end, so an
 * interrupted one does not count, and one made by hand with `npm ci` does.
 */
function isInstalled() {
  const list = 'node_modules/.package-lock.json';
  if (!existsSync(join(root, list)) || !existsSync(bundledNode)) return false;
  const installed = readPackages(list);
  return Object.entries(readPackages('package-lock.json')).every(([path, locked]) => {
    const here = installed[path];
    // A package for another platform is locked, but rightly absent here.
    if (path === '' || (!here && locked.optional)) return true;
    return here?.version === locked.version && here.integrity === locked.integrity;
  });
}

/**
 * Installs exactly the locked packages, on the Node that npm itself runs on: the bundled one is
 * about to be replaced. `npm ci` needs a lock file with the optional packages of every platform,
 * which tools/lock.test.ts checks.
 */
function install() {
  console.log('Installing what is missing …');
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  // Level "error" hides EBADENGINE: the code runs on the bundled Node, not on the one npm sees.
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm && node) run(node, [npm, 'ci', ...flags]);
  else run('npm', ['ci', ...flags]);
  if (isInstalled()) return;
  console.error('npm did not install what package-lock.json names: remove node_modules and retry.');
  process.exit(1);
}

function listFiles(path) {
  if (!existsSync(join(root, path)) || path === 'client/dist') return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}

function hashOfClient() {
  const hash = createHash('sha256');
  for (const path of clientSources.flatMap(listFiles)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function buildClient() {
  const hash = hashOfClient();
  if (existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === hash) return;
  console.log('Building the client …');
  run(bundledNode, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  writeFileSync(builtFrom, hash);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

if (!isInstalled()) install();
const fault = nodeError(join(root, 'node_modules'));
if (fault) {
  console.error(fault);
  process.exit(1);
}
if (process.argv.includes('--client')) buildClient();
