import { type BrowserContextOptions, chromium } from '@playwright/test';
import { browserFlags, findBrowser } from '#tools/test/browser/browser.ts';
import { listPageVisits } from '#tools/test/browser/page-visits.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin } from './steps.ts';
import { visitPages } from './visit-pages.ts';

/** Returns descriptions of the elements that overflow the window horizontally. Runs in the page. */
function findWideParts(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isClipped = (element: Element): boolean =>
    element.parentElement !== null &&
    (getComputedStyle(element.parentElement).overflowX !== 'visible' ||
      isClipped(element.parentElement));
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 0.5 && !isClipped(element),
  );
  return wide
    .filter((element) => !wide.some((other) => other !== element && element.contains(other)))
    .map(
      (element) =>
        `${element.localName}.${element.className}: ${element.textContent?.slice(0, 40)}`,
    )
    .concat(`${scrollWidth} px`);
}

test('no page scrolls horizontally at 360 px if the browser doubles the text size', async ({
  portal,
}) => {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...browserFlags, '--blink-settings=defaultFontSize=32'],
  });
  const visits = await listPageVisits(await logInAsAdmin(portal.url), adminCredentials);
  const openContext = (options: BrowserContextOptions) =>
    browser.newContext({
      ...options,
      baseURL: portal.url,
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
    });
  await visitPages(visits, openContext, async (page, path) => {
    await page.locator('[data-page-heading]').first().waitFor();
    expect.soft(await page.evaluate(findWideParts), path).toEqual([]);
  });
  await browser.close();
});
