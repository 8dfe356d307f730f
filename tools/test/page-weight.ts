import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from '@playwright/test';

/** What a page may cost: bytes on the wire at the first visit to the home page, the rest on every page. */
export const budget = { jsBytes: 180_000, cssBytes: 45_000, lcpMs: 1800, cls: 0.02 };

/** A slow laptop (4 times slower than this machine) behind 10 Mbit/s and 40 ms. */
const slow = { cpu: 4, bytesPerSecond: 10_000_000 / 8, latency: 40 };

export type Weight = {
  /** With response headers, as sent. */
  jsBytes: number;
  cssBytes: number;
  requests: number;
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

/** What `observe-page.js` leaves in the page. */
type Observed = Pick<Weight, 'lcpMs' | 'cls' | 'shifts' | 'violations'>;

/**
 * Opens `path` as somebody who was never here before (a context of its own, so nothing is cached)
 * and weighs what is loaded until the network has been quiet. `isSlow` slows processor and line down.
 */
export async function weigh(
  browser: Browser,
  path: string,
  { isSlow = false, ...options }: BrowserContextOptions & { isSlow?: boolean },
): Promise<Weight> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    if (isSlow) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: slow.latency,
        downloadThroughput: slow.bytesPerSecond,
        uploadThroughput: slow.bytesPerSecond,
      });
    }
    const kinds = new Map<string, { type: string; url: string }>();
    const bytes = { Script: 0, Stylesheet: 0 };
    devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
      kinds.set(requestId, { type, url: response.url });
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = kinds.get(requestId)?.type;
      if (type === 'Script' || type === 'Stylesheet') bytes[type] += encodedDataLength;
    });
    await page.addInitScript({ path: join(import.meta.dirname, 'observe-page.js') });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.locator('[data-page-heading]').first().waitFor();
    // Late content still moves things a moment after its code has come.
    await page.waitForTimeout(250);
    const observed = await page.evaluate<Observed>('window.observed');
    const responses = [...kinds.values()];
    return {
      ...observed,
      jsBytes: bytes.Script,
      cssBytes: bytes.Stylesheet,
      requests: responses.length,
      files: responses
        .filter(({ type }) => type === 'Script' || type === 'Stylesheet')
        .map(({ url }) => url),
    };
  } finally {
    await context.close();
  }
}
