import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Browser programs in order of preference. The headless shell needs one sixth less CPU time than Chromium. */
const programNames = [
  'chromium-headless-shell',
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

export function findOrInstallBrowser(): string | undefined {
  const installed = findBrowser();
  if (canStart(installed)) {
    console.log(`The browser is ${installed}.`);
    return installed;
  }
  console.log('No working browser found: installing Playwright’s Chromium …');
  runInstaller(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium');
  if (canStart(findBrowser())) return findBrowser();

  // Playwright's browser needs shared libraries that a minimal system lacks. Debian's package installs them.
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('It does not start: installing Debian’s Chromium …');
    runInstaller('apt-get', 'update');
    // The package `chromium-headless-shell` exists only in Debian 12 and later.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      runInstaller('apt-get', 'install', '--yes', name);
      if (canStart(findBrowser())) return findBrowser();
    }
  }
  console.error(
    '\nNO BROWSER: the browser tests are skipped. Install Chromium or set BROWSER_PATH.\n',
  );
  return undefined;
}
