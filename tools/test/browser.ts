import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Without windows, as Playwright's own: the browser tests cost a sixth less processor than with the whole program. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/**
 * Parts of Chromium that no test sees and that cost a process each, with every window: pages of its own in the address
 * bar, and a page in reserve. The first lines are Playwright's own list, which a second flag of this name replaces.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'],
  ...['PreloadTopChromeWebUI', 'InitialWebUI', 'WebUIReloadButton'],
  'SpareRendererForSitePerProcess',
];

/** Flags for a browser that is driven by tests, as root and on a machine without a screen too. */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  `--disable-features=${disabledFeatures.join(',')}`,
];

/**
 * The browser that is here already: BROWSER_PATH, else the machine's own Chromium or Chrome, else
 * the one that Playwright keeps. Undefined where there is none.
 */
export function findBrowser(): string | undefined {
  const machine = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => programs.map((name) => join(folder, name)));
  const candidates = [process.env.BROWSER_PATH, ...machine, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path));
}

/** Runs an installer without its chatter: where it fails, its first word of complaint is shown. */
function run(command: string, ...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
  if (status !== 0) console.error(error?.message ?? stderr.trim().split('\n')[0]);
}

function starts(path: string | undefined): boolean {
  return path !== undefined && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Finds a browser or installs one: Playwright's own, else Debian's package where we are root. Says
 * what it does on stdout; returns the program's path, or undefined after a message on stderr.
 */
export function findOrInstallBrowser(): string | undefined {
  const here = findBrowser();
  if (starts(here)) {
    console.log(`The browser is ${here}.`);
    return here;
  }
  console.log('There is no browser that starts: installing the one of Playwright …');
  run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium');
  if (starts(findBrowser())) return findBrowser();

  // On a bare machine Playwright's lacks its libraries; Debian's package brings them along.
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('It does not start here: installing the Chromium of Debian …');
    run('apt-get', 'update');
    // Debian has the one without windows since 12.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      run('apt-get', 'install', '--yes', name);
      if (starts(findBrowser())) return findBrowser();
    }
  }
  console.error('\nNO BROWSER: the browser tests do NOT run.\n');
  return undefined;
}
