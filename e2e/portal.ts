import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from '@playwright/test';
import { deleteDraft, listDrafts } from '#contract/drafts.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { type Mailbox, startTestSmtpServer } from '#tools/test/mailbox.ts';
import {
  adminCredentials,
  defaultPortalTime,
  type RunningPortal,
  startPortalServer,
} from '#tools/test/running-portal.ts';

interface ForTest {
  /** Patterns of expected browser errors, which tests add: `allowed.push(/ 403 /)`. */
  allowed: RegExp[];
  /** All errors that the browser has logged during the test, including expected errors. */
  complaints: string[];
  /** Opens a page in a new browser context, where another person can log in. Errors on it also fail the test. */
  openPage: () => Promise<Page>;
}

interface ForWorker {
  /** Time at which the portal's clock starts. A test file sets it with `test.use({ now: '2027-05-22T05:00:00Z' })`. */
  now: string;
  /** The portal of a Playwright worker, with a temporary data folder. All tests in the worker share it. */
  portal: RunningPortal;
  emails: Mailbox;
}

/** Matches the error that a sandboxed frame with an email logs when it blocks Playwright's clock script. */
const blockedClock = /^Blocked script execution in 'about:srcdoc'/;

function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() !== 'error' || blockedClock.test(message.text())) return;
    complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
}

/** Deletes the drafts of the admin, who is the same in all tests: a form would show the input of an earlier test. */
async function deleteAdminDrafts(url: string): Promise<void> {
  const { email, password } = adminCredentials;
  const admin = await new ApiCaller(url).logIn(email, password);
  const { drafts } = await admin.call(listDrafts);
  for (const { key, copyId } of drafts) {
    await admin.call(deleteDraft, { params: { key }, query: { copyId } });
  }
}

export async function openBrowserContext(
  browser: Browser,
  portal: RunningPortal,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, baseURL: portal.url });
  await context.clock.setSystemTime(portal.now());
  return context;
}

/** Playwright's `test` with a running portal. Tests fail if a page logs an error or throws an uncaught exception. */
export const test = base.extend<ForTest, ForWorker>({
  emails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from this pattern.
    async ({}, use) => {
      const mailbox = await startTestSmtpServer();
      // `createGroup` names the external examiner after the proposal, so its members get an email.
      mailbox.ignoredSubjects = /: your external examiner has changed$/;
      await use(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  now: [defaultPortalTime, { scope: 'worker', option: true }],
  portal: [
    async ({ emails, now }, use) => {
      const portal = await startPortalServer({ smtpUrl: emails.url, now });
      await use(portal);
      await portal.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from this pattern.
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
    await deleteAdminDrafts(portal.url);
    watch(page, complaints);
    await page.clock.setSystemTime(portal.now());
    await use(page);
  },
  openPage: async ({ browser, contextOptions, portal, complaints }, use) => {
    const pages: Page[] = [];
    await use(async () => {
      const context = await openBrowserContext(browser, portal, contextOptions);
      const page = await context.newPage();
      watch(page, complaints);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

export { expect };

type PortalOptions = Parameters<typeof startPortalServer>[0];

/** Returns `test` with a separate portal for the file, for tests that change what every page shows. */
export const withSeparatePortal = (
  buildOptions: (emails: Mailbox) => PortalOptions = (emails) => ({ smtpUrl: emails.url }),
) =>
  test.extend<object, Pick<ForWorker, 'portal'>>({
    portal: [
      async ({ emails }, use) => {
        const portal = await startPortalServer(buildOptions(emails));
        await use(portal);
        await portal.close();
      },
      { scope: 'worker' },
    ],
  });
