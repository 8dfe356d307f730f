import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium without the code for windows, which opens a page in two thirds of Chromium's CPU time. */
const headlessShell = 'chromium-headless-shell';

/** Browser programs in order of preference. */
const programNames = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** Playwright's defaults, which `--disable-features` would replace, plus features that start more processes. */
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
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'InitialWebUI',
  'WebUIReloadButton',
  'SpareRendererForSitePerProcess',
];

export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  `--disable-features=${disabledFeatures.join(',')}`,
];

/** Flags for tests: start no GPU process, and do not optimise scripts, because each page runs for a few seconds only. */
export const testBrowserFlags = [
  ...browserFlags,
  '--in-process-gpu',
  '--js-flags=--no-opt --no-maglev',
];

/** Returns BROWSER_PATH if that file exists, else an installed Chromium or Chrome, else Playwright's browser. */
export function findBrowser(): string | undefined {
  const machine = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => programNames.map((name) => join(folder, name)));
  const candidates = [process.env.BROWSER_PATH, ...machine, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path));
}

/** Runs an installer without output. If it fails, prints the first line of its error output. */
function runInstaller(command: string, ...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
  if (status !== 0) console.error(error?.message ?? stderr.trim().split('\n')[0]);
}

function canStart(path: string | undefined): boolean {
  return path !== undefined && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}

function installPackage(name: string): void {
  console.log(`Installing Debian’s package ${name} …`);
  runInstaller('apt-get', 'update');
  runInstaller('apt-get', 'install', '--yes', name);
}

/**
 * Returns the browser of the tests and installs one if required: as root on Debian the headless shell, elsewhere
 * Playwright's Chromium.
 */
export function findOrInstallBrowser(): string | undefined {
  const mayInstallPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstallPackages && !process.env.BROWSER_PATH) {
    if (!findBrowser()?.endsWith(headlessShell)) installPackage(headlessShell);
    // Debian 11 has no headless shell.
    if (!canStart(findBrowser())) installPackage('chromium');
  }
  if (!canStart(findBrowser())) {
    console.log('No working browser found: installing Playwright’s Chromium …');
    runInstaller(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium');
  }
  const browser = findBrowser();
  if (canStart(browser)) {
    console.log(`The browser is ${browser}.`);
    return browser;
  }
  console.error(
    '\nNO BROWSER: the browser tests are skipped. Install Chromium or set BROWSER_PATH.\n',
  );
  return undefined;
}
