import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { moveMouse } from './browser-session.ts';

/** Limits for a page visit. Bytes are counted as transferred, after compression. */
export const pageBudget = {
  /** Bytes of the first visit to the home page: before the first interaction (`readBytes`), in total (`usedBytes`). */
  readBytes: 75_000,
  usedBytes: 258_000,
  /** Additional bytes of a visit to any other page after a visit to the home page. */
  moreBytes: 60_000,
  requests: 13,
  /** Requests of the pages that open a group's forms at once: the replies for them arrive together (decision 87). */
  formRequests: 16,
  /** Largest contentful paint of public pages (`publicLcpMs`) and of all other pages (`lcpMs`). */
  publicLcpMs: 1000,
  lcpMs: 1800,
  cls: 0.02,
  /** For the profile `phone`: first contentful paint of any page, and largest contentful paint of a student's page. */
  phoneFcpMs: 3000,
  phoneLcpMs: 8000,
};

/** Simulated devices and networks. `cpu` is the CPU slowdown factor, and `latency` is in milliseconds. */
export const deviceProfiles = {
  laptop: { cpu: 4, bytesPerSecond: 10_000_000 / 8, latency: 40 },
  phone: { cpu: 6, bytesPerSecond: 400_000 / 8, latency: 150 },
};
/** Returns the largest number of requests of a visit to the given page. */
export const getRequestLimit = (path: string) =>
  ['/faculty', '/admin'].includes(path) ? pageBudget.formRequests : pageBudget.requests;

export type DeviceProfile = keyof typeof deviceProfiles;

export type PageWeight = {
  /** Bytes of all responses before the first interaction, including headers. */
  bytes: number;
  requests: number;
  /** Bytes of all responses, including those after the first interaction. */
  usedBytes: number;
  fcpMs: number;
  lcpMs: number;
  /** Sum of all unexpected layout shifts. Never less than the cumulative layout shift (CLS) that browsers report. */
  cls: number;
  /** The layout shifts, each with the text of the elements that moved. */
  shifts: string[];
  files: string[];
  violations: string[];
};

/** Moves the mouse, because a prerendered page starts the application only on interaction. */
async function startApplication(page: Page): Promise<void> {
  await moveMouse(page);
  const inUse = page.locator('html[data-has-begun], html:not(:has([data-application]))');
  await inUse.waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  // `networkidle` may miss requests that have just started.
  await page.waitForTimeout(500);
}

type Observed = Pick<PageWeight, 'fcpMs' | 'lcpMs' | 'cls' | 'shifts' | 'violations'>;

/** Measures a visit in a new browser context. With `from`, first opens that page and counts only later requests. */
export async function measurePageWeight(
  browser: Browser,
  path: string,
  { profile, from, ...options }: BrowserContextOptions & { profile?: DeviceProfile; from?: string },
): Promise<PageWeight> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const slow = profile && deviceProfiles[profile];
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
    // Wait for layout shifts that occur shortly after the code has loaded.
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
