import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import known from './node-hashes.json' with { type: 'json' };
import { nodeError } from './verify-node.mjs';

const installed = resolve('node_modules/node');

/** A folder of packages with a Node in it, the installed one unless `altered`. */
function modulesWith({ altered = false } = {}) {
  const modules = mkdtempSync(join(tmpdir(), 'modules-'));
  onTestFinished(() => rmSync(modules, { recursive: true, force: true }));
  const binary = join(modules, 'node/bin/node');
  mkdirSync(dirname(binary), { recursive: true });
  copyFileSync(join(installed, 'package.json'), join(modules, 'node/package.json'));
  if (altered) writeFileSync(binary, '#!/bin/sh\n# something else\n');
  else copyFileSync(join(installed, 'bin/node'), binary);
  return { modules, binary };
}

describe('the Node that npm fetched', () => {
  test('is taken when it is the one of the list, and read once only', () => {
    const { modules, binary } = modulesWith();
    expect(nodeError(modules)).toBe(undefined);
    const seen = readFileSync(join(modules, '.verified-node'), 'utf8');
    expect(nodeError(modules)).toBe(undefined);
    expect(readFileSync(join(modules, '.verified-node'), 'utf8')).toBe(seen);
    expect(existsSync(binary)).toBe(true);
  });

  test('is refused and removed when it is another, also in the place of one that was taken', () => {
    const { modules, binary } = modulesWith();
    expect(nodeError(modules)).toBe(undefined);
    const { mtime, atime } = statSync(binary);
    writeFileSync(binary, 'something else');
    utimesSync(binary, atime, mtime);
    const hash = createHash('sha256').update('something else').digest('hex');
    expect(nodeError(modules)).toContain(`fetched         ${hash}`);
    expect(existsSync(join(modules, 'node'))).toBe(false);
  });

  test('is refused on a machine that the list does not know, with what to do', () => {
    const { modules } = modulesWith({ altered: true });
    expect(nodeError(modules, 'sunos-x64')).toMatch(
      /^The portal comes with Node for linux-x64, .* and this machine is sunos-x64\. .* add its SHA-256 to tools\/node-hashes\.json\.$/,
    );
  });

  test('has the version that the list and the lock file name', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(lock.packages['node_modules/node'].version).toBe(known.version);
    for (const hash of Object.values(known.sha256)) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
