import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { moveMouse } from './browser-session.ts';

/** Limits of a page visit; bytes are counted on the wire. */
export const pageBudget = {
  /** First visit to the home page: for reading, and after the first interaction. */
  readBytes: 120_000,
  usedBytes: 230_000,
  /** Additional bytes of any other page after a visit to the home page. */
  moreBytes: 60_000,
  requests: 12,
  /** Largest contentful paint of public pages and of all others. */
  publicLcpMs: 1000,
  lcpMs: 1800,
  cls: 0.02,
  /** On the slow phone: first paint of any page, and largest paint of a student's page. */
  phoneFcpMs: 3000,
  phoneLcpMs: 8000,
};

/** Devices and networks to measure pages on. `cpu` is the slowdown of the CPU, `latency` is in milliseconds. */
export const profiles = {
  laptop: { cpu: 4, bytesPerSecond: 10_000_000 / 8, latency: 40 },
  phone: { cpu: 6, bytesPerSecond: 400_000 / 8, latency: 150 },
};
export type Profile = keyof typeof profiles;

export type Weight = {
  /** All responses including headers. */
  bytes: number;
  requests: number;
  /** Bytes after the first interaction. */
  usedBytes: number;
  /** First contentful paint, in milliseconds after navigation. */
  fcpMs: number;
  /** Largest contentful paint, in milliseconds after navigation. */
  lcpMs: number;
  /** Sum of all unexpected layout shifts, which is never below the CLS that browsers report. */
  cls: number;
  /** The elements that moved. */
  shifts: string[];
  /** URLs of scripts and style sheets. */
  files: string[];
  /** Violations of the content security policy. */
  violations: string[];
};

/** Waits until the application is loaded. On a prerendered page, mouse movement starts it. */
async function startApplication(page: Page): Promise<void> {
  await moveMouse(page);
  const inUse = page.locator('html[data-has-begun], html:not(:has([data-application]))');
  await inUse.waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  // `networkidle` may miss requests that have just started.
  await page.waitForTimeout(500);
}

/** Results of `observe-page.js`. */
type Observed = Pick<Weight, 'fcpMs' | 'lcpMs' | 'cls' | 'shifts' | 'violations'>;

/**
 * Measures a visit in a new browser context. `profile` slows down CPU and network. With `from`,
 * opens that page first and counts only later requests.
 */
export async function measurePageWeight(
  browser: Browser,
  path: string,
  { profile, from, ...options }: BrowserContextOptions & { profile?: Profile; from?: string },
): Promise<Weight> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const slow = profile && profiles[profile];
    if (slow) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: slow.latency,
        downloadThroughput: slow.bytesPerSecond,
        uploadThroughput: slow.bytesPerSecond,
      });
    }
    await page.addInitScript({ path: join(import.meta.dirname, 'observe-page.js') });
    if (from !== undefined) {
      await page.goto(from, { waitUntil: 'networkidle' });
      await startApplication(page);
    }
    const kinds = new Map<string, { type: string; url: string }>();
    let bytes = 0;
    devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
      kinds.set(requestId, { type, url: response.url });
    });
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.locator('[data-page-heading]').first().waitFor();
    // Layout shifts may follow shortly after the code has loaded.
    await page.waitForTimeout(250);
    const beforeUse = { bytes, requests: kinds.size };
    await startApplication(page);
    const responses = [...kinds.values()];
    return {
      ...(await page.evaluate<Observed>('window.observed')),
      ...beforeUse,
      usedBytes: bytes,
      files: responses
        .filter(({ type }) => type === 'Script' || type === 'Stylesheet')
        .map(({ url }) => url),
    };
  } finally {
    await context.close();
  }
}
