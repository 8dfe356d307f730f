// Runs before `npm start` and similar scripts: installs missing dependencies and, with `--client`, rebuilds the client
// if its sources have changed. Plain JavaScript without dependencies, because the machine's own Node runs it before the
// bundled Node is installed.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNodeError, findOldNodeError } from './verify-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundledNode = join(root, 'node_modules/.bin/node');
const builtFrom = join(root, 'client/dist/.built-from');
const clientSources = [
  'client',
  'contract',
  'tools/pdf-files.ts',
  'tools/precompress.ts',
  'vite.config.ts',
  'package-lock.json',
];

function readPackages(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
}

/** Returns true if npm has installed every package in the lock file, according to its list in node_modules. */
function isInstalled() {
  const list = 'node_modules/.package-lock.json';
  if (!existsSync(join(root, list)) || !existsSync(bundledNode)) return false;
  const installed = readPackages(list);
  return Object.entries(readPackages('package-lock.json')).every(([path, locked]) => {
    const here = installed[path];
    // A missing optional package is meant for another platform, so npm has not installed it.
    if (path === '' || (!here && locked.optional)) return true;
    return here?.version === locked.version && here.integrity === locked.integrity;
  });
}

/** Runs `npm ci` with the Node that runs npm, because the installation replaces the bundled Node. */
function install() {
  exitOnError(findOldNodeError(process.versions.node));
  console.log('Installing the dependencies …');
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  // Hide npm's warnings about its own Node version (EBADENGINE), because the portal runs on the bundled Node.
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm && node) run(node, [npm, 'ci', ...flags]);
  else run('npm', ['ci', ...flags]);
  if (isInstalled()) return;
  exitOnError(
    'npm did not install the packages of package-lock.json. Remove node_modules and try again.',
  );
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

/** @param {string | undefined} message */
function exitOnError(message) {
  if (!message) return;
  console.error(message);
  process.exit(1);
}

if (!isInstalled()) install();
exitOnError(findNodeError(join(root, 'node_modules')));
if (process.argv.includes('--client')) buildClient();
