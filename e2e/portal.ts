import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { type Mailbox, openMailbox } from '#tools/test/mailbox.ts';
import { openPortal, type RunningPortal } from '#tools/test/running-portal.ts';

interface ForTest {
  /** Console errors that a test expects: it adds patterns, `allowed.push(/ 403 /)`. */
  allowed: RegExp[];
  /** Everything the pages of this test complained about so far, allowed or not. */
  complaints: string[];
  /** Opens a page for one more person: a browser of their own, watched like `page`. */
  openPage: () => Promise<Page>;
}

interface ForWorker {
  /** The real portal on a data folder of its own. Tests of one worker share it, one at a time. */
  portal: RunningPortal;
  /** The portal's mail server: every email it has sent. */
  emails: Mailbox;
}

function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() !== 'error') return;
    complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
}

/**
 * The tests of `e2e/`: `page` and `baseURL` are bound to the running portal, and a test fails when
 * a page logged an error to the console or let an exception escape.
 */
export const test = base.extend<ForTest, ForWorker>({
  emails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
    async ({}, use) => {
      const mailbox = await openMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ emails }, use) => {
      const portal = await openPortal({ smtpUrl: emails.url });
      await use(portal);
      await portal.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),

  // biome-ignore lint/correctness/noEmptyPattern: see above.
  allowed: async ({}, use) => use([]),
  complaints: [
    async ({ allowed }, use) => {
      const complaints: string[] = [];
      await use(complaints);
      const unexpected = complaints.filter(
        (text) => !allowed.some((pattern) => pattern.test(text)),
      );
      expect(unexpected, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page, complaints }, use) => {
    watch(page, complaints);
    await use(page);
  },
  openPage: async ({ browser, baseURL, contextOptions, complaints }, use) => {
    const pages: Page[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL });
      const page = await context.newPage();
      watch(page, complaints);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

export { expect };
