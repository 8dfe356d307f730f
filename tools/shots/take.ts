import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

export const folder = 'shots';

/** From wide to narrow. A browser window of 1280 px has a width of 320 CSS px at a zoom of 400 % (WCAG 1.4.10). */
const widths = [1440, 768, 360, 320];
const schemes = ['light', 'dark'] as const;

export type Storage = Exclude<BrowserContextOptions['storageState'], string | undefined>;

export type Shot = {
  page: string;
  role: string;
  path: string;
  storageState: Storage | undefined;
  /** Brings the page into the state to show. */
  before?: (page: Page) => Promise<unknown>;
};

async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(200);
}

/** Returns the height of the open dialog's content, or undefined if no dialog or menu covers the page. */
async function measureLayer(page: Page): Promise<number | undefined> {
  const heights = await page
    .locator('[role="dialog"], [role="menu"]')
    .evaluateAll((layers) => layers.map((layer) => layer.scrollHeight));
  return heights.length > 0 ? Math.max(...heights) : undefined;
}

async function takeScreenshot(page: Page, width: number, path: string): Promise<void> {
  const minHeight = width < 600 ? 740 : 900;
  await page.setViewportSize({ width, height: minHeight });
  await waitUntilSettled(page);
  const layerHeight = await measureLayer(page);
  // Without a dialog, make the window as high as the page, so that sticky bars appear at the bottom of the picture.
  const height =
    layerHeight === undefined
      ? await page.evaluate<number>('document.documentElement.scrollHeight')
      : Math.max(minHeight, layerHeight + 160);
  await page.setViewportSize({ width, height });
  if (layerHeight === undefined) await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path, fullPage: layerHeight === undefined });
}

/** Reports a page that scrolls sideways. */
async function reportOverflow(page: Page, name: string): Promise<void> {
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  if (excess > 0) console.log(`  ${name}: the page is ${excess} px wider than the window`);
}

export async function takeScreenshots(browser: Browser, url: string, shot: Shot): Promise<void> {
  for (const colorScheme of schemes) {
    const context = await browser.newContext({
      baseURL: url,
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
      ...(shot.storageState && { storageState: shot.storageState }),
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(shot.path);
    await shot.before?.(page);
    for (const width of widths) {
      const name = `${shot.page}-${shot.role}-${width}-${colorScheme}.png`;
      await takeScreenshot(page, width, join(folder, name));
      await reportOverflow(page, name);
    }
    await context.close();
  }
}
