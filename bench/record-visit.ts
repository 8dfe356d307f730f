import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import type { HttpRequest } from './load/generate.ts';

export type RecordedPageVisit = {
  storageState?: BrowserContextOptions['storageState'];
  visit: (page: Page) => Promise<void>;
};

async function recordRequests(
  devtools: CDPSession,
  url: string,
): Promise<Map<string, HttpRequest>> {
  const requests = new Map<string, HttpRequest>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.method !== 'GET' || !request.url.startsWith(url)) return;
    const token = request.headers.Authorization?.replace(/^Bearer /, '');
    requests.set(requestId, { method: 'GET', path: request.url.slice(url.length), token });
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) requests.delete(requestId);
  });
  await devtools.send('Network.enable');
  return requests;
}

/** Returns the GET requests that a visit sends when the browser cache is warm. Does not record write requests. */
export async function recordVisit(
  browser: Browser,
  url: string,
  { storageState, visit }: RecordedPageVisit,
): Promise<HttpRequest[]> {
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: 'reduce',
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  await visit(page);
  await page.waitForLoadState('networkidle');
  const requests = await recordRequests(await context.newCDPSession(page), url);
  await visit(page);
  await page.waitForLoadState('networkidle');
  await context.close();
  return [...requests.values()];
}
