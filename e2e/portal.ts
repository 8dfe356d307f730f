import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from '@playwright/test';
import { type Mailbox, openMailbox } from '#tools/test/mailbox.ts';
import { defaultNow, openPortal, type RunningPortal } from '#tools/test/running-portal.ts';

interface ForTest {
  /** Patterns of expected browser errors, which a test adds: `allowed.push(/ 403 /)`. */
  allowed: RegExp[];
  /** All browser errors of the test so far, including expected ones. */
  complaints: string[];
  /** Opens a page for another person in a new browser context. Errors on it also fail the test. */
  openPage: () => Promise<Page>;
}

interface ForWorker {
  /** Start of the portal's clock. Set by `test.use({ now: '2027-05-22T05:00:00Z' })` at the top of a file. */
  now: string;
  /** The portal, with a temporary data folder. The tests of a worker share it. */
  portal: RunningPortal;
  /** The mail server that receives the portal's emails. */
  emails: Mailbox;
}

/** The error that the sandbox of an email's frame logs when it blocks Playwright's clock script. */
const blockedClock = /^Blocked script execution in 'about:srcdoc'/;

/**
 * Logs an error if no element has the focus 500 ms and again 1 s after the last dialog or menu
 * closes. Runs in the page.
 */
function watchFocusAfterDialogs(): void {
  let open: Element[] = [];
  let timer: number | undefined;
  new MutationObserver(() => {
    const before = open;
    open = [...document.querySelectorAll('[role="dialog"], [role="menu"]')];
    if (open.length > 0) clearTimeout(timer);
    if (open.length > 0 || before.length === 0) return;
    const { href } = location;
    const name = before[0]?.querySelector('h2')?.textContent ?? before[0]?.textContent;
    const start = (wasLost = false) => {
      timer = window.setTimeout(check, 500, wasLost);
    };
    const check = (wasLost: boolean) => {
      // A loading button is disabled and regains the focus afterwards.
      if (document.querySelector('[data-loading], [aria-busy="true"]')) return start();
      if (document.activeElement !== document.body || location.href !== href) return;
      // No element has the focus between the end of loading and the next frame, so check twice.
      if (!wasLost) return start(true);
      console.error(`The focus is lost after “${name}”.`);
    };
    start();
  }).observe(document, { childList: true, subtree: true });
}

async function watch(page: Page, complaints: string[]): Promise<void> {
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() !== 'error' || blockedClock.test(message.text())) return;
    complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  await page.addInitScript(watchFocusAfterDialogs);
}

/** Opens a browser context with the portal's base URL and clock. */
export async function openContext(
  browser: Browser,
  portal: RunningPortal,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, baseURL: portal.url });
  await context.clock.setSystemTime(portal.now());
  return context;
}

/** Playwright's `test` with a running portal. A test fails if a page logs an error or throws an uncaught exception. */
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
  now: [defaultNow, { scope: 'worker', option: true }],
  portal: [
    async ({ emails, now }, use) => {
      const portal = await openPortal({ smtpUrl: emails.url, now });
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
  page: async ({ page, portal, complaints }, use) => {
    await watch(page, complaints);
    await page.clock.setSystemTime(portal.now());
    await use(page);
  },
  openPage: async ({ browser, contextOptions, portal, complaints }, use) => {
    const pages: Page[] = [];
    await use(async () => {
      const context = await openContext(browser, portal, contextOptions);
      const page = await context.newPage();
      await watch(page, complaints);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

export { expect };
