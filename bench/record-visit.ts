import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import type { Sent } from './load/generate.ts';

/** Somebody who opens pages, with what their browser has stored. */
export type Open = {
  storageState?: BrowserContextOptions['storageState'];
  /** What they do; it ends when they have seen what they came for. */
  visit: (page: Page) => Promise<void>;
};

/** Every read that goes to the server from now on, and not to what the browser keeps. */
async function record(devtools: CDPSession, url: string): Promise<Map<string, Sent>> {
  const asked = new Map<string, Sent>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.method !== 'GET' || !request.url.startsWith(url)) return;
    const token = request.headers.Authorization?.replace(/^Bearer /, '');
    asked.set(requestId, { method: 'GET', path: request.url.slice(url.length), token });
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => asked.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) asked.delete(requestId);
  });
  await devtools.send('Network.enable');
  return asked;
}

/**
 * What a browser asks the server for in a visit, as somebody who was there before: files that it keeps are not asked for
 * again. Only what reads: a write cannot be sent twice.
 */
export async function recordVisit(
  browser: Browser,
  url: string,
  { storageState, visit }: Open,
): Promise<Sent[]> {
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: 'reduce',
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  await visit(page);
  await page.waitForLoadState('networkidle');
  const asked = await record(await context.newCDPSession(page), url);
  await visit(page);
  await page.waitForLoadState('networkidle');
  await context.close();
  return [...asked.values()];
}
