import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

const cachedProgram = resolve('node_modules/.cache/promtool/promtool');

/** Returns the path of promtool, which checks the alert rules, from `PATH` or from the cache. */
export function findPromtool(): string | undefined {
  const installed = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'promtool'));
  return [...installed, cachedProgram].find((path) => existsSync(path));
}

/** Extracts promtool from Debian's package. Does not install the package, because it would start Prometheus. */
export function findOrFetchPromtool(): string | undefined {
  if (!findPromtool() && existsSync('/usr/bin/apt-get')) {
    console.log('Fetching promtool from Debian …');
    fetchPromtool();
  }
  const promtool = findPromtool();
  if (!promtool) console.error('\nTHE ALERT RULES ARE NOT TESTED: install prometheus.\n');
  return promtool;
}

function fetchPromtool(): void {
  const folder = mkdtempSync(join(tmpdir(), 'promtool-'));
  const run = (command: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) console.error(stderr.trim().split('\n')[0]);
    return status === 0;
  };
  // Only root may update the package lists. Without an update, lists that exist may be sufficient.
  if (process.getuid?.() === 0) run('apt-get', 'update');
  run('apt-get', 'download', 'prometheus');
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  if (archive && run('dpkg-deb', '--extract', archive, '.')) {
    mkdirSync(dirname(cachedProgram), { recursive: true });
    copyFileSync(join(folder, 'usr/bin/promtool'), cachedProgram);
  }
  rmSync(folder, { recursive: true });
}
