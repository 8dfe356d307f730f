import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { moveMouse } from './browser-session.ts';

/** What a page may cost, in bytes on the wire. */
export const budget = {
  /** The first visit to the home page: to read it, and once somebody uses it. */
  readBytes: 120_000,
  usedBytes: 230_000,
  /** Any other page, for somebody who comes from the home page. */
  moreBytes: 60_000,
  requests: 12,
  /** Of a page that anybody may read, and of the others. */
  publicLcpMs: 1000,
  lcpMs: 1800,
  cls: 0.02,
  /** On the slow phone: the first paint of any page, and the largest of a student's. */
  phoneFcpMs: 3000,
  phoneLcpMs: 8000,
};

/** Devices and lines that a page is measured on; the processor is so many times slower than this machine. */
export const profiles = {
  laptop: { cpu: 4, bytesPerSecond: 10_000_000 / 8, latency: 40 },
  phone: { cpu: 6, bytesPerSecond: 400_000 / 8, latency: 150 },
};
export type Profile = keyof typeof profiles;

export type Weight = {
  /** Everything, with response headers, as sent. */
  bytes: number;
  requests: number;
  /** The same once somebody has begun to use the page, which for most pages changes nothing. */
  usedBytes: number;
  /** First contentful paint, milliseconds after the visit began. */
  fcpMs: number;
  /** Largest contentful paint, milliseconds after the visit began. */
  lcpMs: number;
  /** Every unexpected layout shift added up, which is at least the largest burst that browsers report. */
  cls: number;
  /** What moved, for whoever has to find out. */
  shifts: string[];
  /** Addresses of scripts and style sheets. */
  files: string[];
  /** What the content security policy forbade. */
  violations: string[];
};

/** Begins to use a finished page, and waits until its application is there; any other page is in use already. */
async function use(page: Page): Promise<void> {
  await moveMouse(page);
  const inUse = page.locator('html[data-has-begun], html:not(:has([data-application]))');
  await inUse.waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  // What has been asked for by then is not always counted as under way.
  await page.waitForTimeout(500);
}

/** What `observe-page.js` leaves in the page. */
type Observed = Pick<Weight, 'fcpMs' | 'lcpMs' | 'cls' | 'shifts' | 'violations'>;

/**
 * Opens `path` as somebody who was never here before (a context of its own, so nothing is cached)
 * and weighs what is loaded until the network has been quiet. `profile` slows processor and line down;
 * with `from` they come from that page, and only what is loaded beyond it counts.
 */
export async function weigh(
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
      await use(page);
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
    // Late content still moves things a moment after its code has come.
    await page.waitForTimeout(250);
    const read = { bytes, requests: kinds.size };
    await use(page);
    const responses = [...kinds.values()];
    return {
      ...(await page.evaluate<Observed>('window.observed')),
      ...read,
      usedBytes: bytes,
      files: responses
        .filter(({ type }) => type === 'Script' || type === 'Stylesheet')
        .map(({ url }) => url),
    };
  } finally {
    await context.close();
  }
}
