// This file must run on any Node, also one that is too old, because tools/prepare.mjs imports it before the bundled Node
// is installed and verified.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Version of the bundled Node, and the SHA-256 hashes of its binary by platform. */
const verified = JSON.parse(
  readFileSync(fileURLToPath(new URL('node-hashes.json', import.meta.url)), 'utf8'),
);

/**
 * Verifies the bundled Node in the node_modules folder `modules`. The package `node` downloads the binary, so the lock
 * file does not protect it. Returns an error message if verification fails; removes the binary if its hash is wrong.
 * @param {string} modules
 * @returns {string | undefined}
 */
export function findNodeError(modules, platform = `${process.platform}-${process.arch}`) {
  const folder = join(modules, 'node');
  const binary = join(folder, 'bin', platform.startsWith('win32') ? 'node.exe' : 'node');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (version !== verified.version) {
    return `tools/node-hashes.json is for Node ${verified.version}, and ${version} is installed: write its hashes there.`;
  }
  const expectedHash = verified.sha256[platform];
  if (!expectedHash) {
    return `The portal includes Node for ${Object.keys(verified.sha256).join(', ')}, and this machine is ${platform}. Verify Node ${version} for this platform and add its SHA-256 to tools/node-hashes.json.`;
  }
  const stampFile = join(modules, '.verified-node');
  const { size, mtimeMs, ctimeMs, ino } = statSync(binary);
  const stamp = [expectedHash, size, mtimeMs, ctimeMs, ino].join(' ');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return undefined;
  const actualHash = createHash('sha256').update(readFileSync(binary)).digest('hex');
  if (actualHash === expectedHash) {
    writeFileSync(stampFile, stamp);
    return undefined;
  }
  rmSync(folder, { recursive: true, force: true });
  return `The Node binary that npm downloaded has an unexpected SHA-256 and was removed.
  expected SHA-256  ${expectedHash}
  actual SHA-256    ${actualHash}
Check npm’s registry (npm config get registry) and try again.`;
}

/**
 * Returns an error message if npm runs on a Node version that is too old. npm then omits the optional packages with the
 * build's binaries, because of their `engines`, without an error.
 * @param {string} version
 * @returns {string | undefined}
 */
export function findOldNodeError(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19))
    return undefined;
  return `npm runs on Node ${version}. The installation needs Node 20.19, 22.12 or newer: see docs/deployment.md.`;
}
