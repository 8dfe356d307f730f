import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const findProgram = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

const hasMiniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4*/MiniBrowser').length > 0;

const engines = [
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    file: 'firefox.test.ts',
    isInstalled: () => findProgram('firefox-esr'),
  },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    file: 'webkit.test.ts',
    isInstalled: () => findProgram('WebKitWebDriver') && findProgram('Xvfb') && hasMiniBrowser(),
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

/** Checks which browser engines are installed. As root, first installs the missing ones from Debian. */
export function findOrInstallEngines() {
  const missing = engines.filter(({ isInstalled }) => !isInstalled());
  if (missing.length > 0 && mayInstall()) {
    console.log(`Installing ${missing.map(({ name }) => name).join(' and ')} from Debian …`);
    install(missing.flatMap(({ packages }) => packages));
  }
  const missingEngines = engines.filter(({ isInstalled }) => !isInstalled());
  for (const { name, packages } of missingEngines) {
    console.error(`\n${name.toUpperCase()} IS NOT TESTED: install ${packages.join(' and ')}.\n`);
  }
  return {
    installed: engines.filter((engine) => !missingEngines.includes(engine)),
    missingEngines,
  };
}
