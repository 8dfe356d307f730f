import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const findProgram = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

const hasMiniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4*/MiniBrowser').length > 0;

/** Browsers that are no Chromium, as Debian packages them, with the test file that drives each. */
const engines = [
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    file: 'firefox.test.ts',
    isHere: () => findProgram('firefox-esr'),
  },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    file: 'webkit.test.ts',
    isHere: () => findProgram('WebKitWebDriver') && findProgram('Xvfb') && hasMiniBrowser(),
  },
];

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function install(packages: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (status !== 0) console.error(stderr.trim().split('\n')[0]);
  }
}

/** Finds the browsers, and installs missing ones from Debian as root. Warns of each that is missing after that. */
export function findOrInstallEngines() {
  const missing = engines.filter(({ isHere }) => !isHere());
  if (missing.length > 0 && mayInstall()) {
    console.log(`Installing ${missing.map(({ name }) => name).join(' and ')} of Debian …`);
    install(missing.flatMap(({ packages }) => packages));
  }
  const absent = engines.filter(({ isHere }) => !isHere());
  for (const { name, packages } of absent) {
    console.error(`\n${name.toUpperCase()} IS NOT TESTED: install ${packages.join(' and ')}.\n`);
  }
  return { here: engines.filter((engine) => !absent.includes(engine)), absent };
}
