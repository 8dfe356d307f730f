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
import verified from './node-hashes.json' with { type: 'json' };
import { findNodeError, findOldNodeError } from './verify-node.mjs';

const installed = resolve('node_modules/node');

function makeModules({ isAltered = false } = {}) {
  const modules = mkdtempSync(join(tmpdir(), 'modules-'));
  onTestFinished(() => rmSync(modules, { recursive: true, force: true }));
  const binary = join(modules, 'node/bin/node');
  mkdirSync(dirname(binary), { recursive: true });
  copyFileSync(join(installed, 'package.json'), join(modules, 'node/package.json'));
  if (isAltered) writeFileSync(binary, '#!/bin/sh\n# something else\n');
  else copyFileSync(join(installed, 'bin/node'), binary);
  return { modules, binary };
}

describe('findNodeError', () => {
  test('accepts a binary whose hash is listed, and hashes it only once', () => {
    const { modules, binary } = makeModules();
    expect(findNodeError(modules)).toBe(undefined);
    const stamp = readFileSync(join(modules, '.verified-node'), 'utf8');
    expect(findNodeError(modules)).toBe(undefined);
    expect(readFileSync(join(modules, '.verified-node'), 'utf8')).toBe(stamp);
    expect(existsSync(binary)).toBe(true);
  });

  test('rejects and removes a binary that was replaced after it had been verified', () => {
    const { modules, binary } = makeModules();
    expect(findNodeError(modules)).toBe(undefined);
    const { mtime, atime } = statSync(binary);
    writeFileSync(binary, 'something else');
    utimesSync(binary, atime, mtime);
    const hash = createHash('sha256').update('something else').digest('hex');
    expect(findNodeError(modules)).toContain(`actual SHA-256    ${hash}`);
    expect(existsSync(join(modules, 'node'))).toBe(false);
  });

  test('rejects an unsupported platform with instructions for adding its hash', () => {
    const { modules } = makeModules({ isAltered: true });
    expect(findNodeError(modules, 'sunos-x64')).toMatch(
      /^The portal includes Node for linux-x64, .* and this machine is sunos-x64\. .* add its SHA-256 to tools\/node-hashes\.json\.$/,
    );
  });

  test('uses the hashes of the Node version that the lock file specifies', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(lock.packages['node_modules/node'].version).toBe(verified.version);
    for (const hash of Object.values(verified.sha256)) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('findOldNodeError', () => {
  test.each(['20.19.0', '22.12.0', '23.0.0'])('accepts Node %s', (version) =>
    expect(findOldNodeError(version)).toBe(undefined),
  );

  test.each(['18.20.4', '20.18.3', '21.7.3', '22.11.0'])(
    'rejects Node %s and says which versions are supported',
    (version) =>
      expect(findOldNodeError(version)).toBe(
        `npm runs on Node ${version}. The installation needs Node 20.19, 22.12 or newer: see docs/deployment.md.`,
      ),
  );

  test('applies the range of rolldown, whose binary npm omits on other versions', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(engines).toEqual({ node: '^20.19.0 || >=22.12.0' });
    expect(packages['node_modules/rolldown'].engines).toEqual(engines);
    expect(packages[''].engines).toEqual(engines);
  });
});
