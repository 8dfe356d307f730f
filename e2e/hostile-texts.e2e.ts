import type { BrowserContext, Page } from '@playwright/test';
import { mailGroup } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { createSessionStorageState } from '#tools/test/browser/browser-session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { xssPayloads } from '#tools/test/files/payloads.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { buildHostileStorage, createHostileRecords } from './hostile-records.ts';
import { findInjectedMarkup, recordExecutedPayloads } from './hostile-steps.ts';
import { expect, openBrowserContext, test } from './portal.ts';
import { logInAsAdmin } from './steps.ts';

test.setTimeout(180_000);

/** Opens a path, waits for the given text to appear, and fails if a script payload was parsed as HTML. */
async function show(page: Page, path: string, text: string) {
  await page.goto(path);
  // Skip hidden copies of the text, which are only visible in print.
  const shown = page.getByText(text).filter({ visible: true });
  await expect(shown.first()).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await findInjectedMarkup(page), path).toEqual([]);
}

async function opened(context: BrowserContext, visit: (page: Page) => Promise<void>) {
  const traces = await recordExecutedPayloads(context);
  const page = await context.newPage();
  await visit(page);
  expect(traces).toEqual({ runs: [], dialogs: [] });
  await context.close();
}

test('the script detector of the hostile-text tests reports payloads that run on a page without escaping', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const traces = await recordExecutedPayloads(context);
  const page = await context.newPage();
  await page.goto('data:text/html,<body>');
  for (const payload of xssPayloads.slice(0, 40)) {
    await page
      .setContent(`<body><p title="${payload}">${payload}</p>`, { waitUntil: 'commit' })
      .catch(() => {});
  }
  await expect.poll(() => traces.runs.length).toBeGreaterThan(15);
  await context.close();
});

test('no script payload in a stored record runs on a page or adds HTML to an email', async ({
  browser,
  portal,
  emails,
}) => {
  const office = await logInAsAdmin(portal.url);
  const device = xssPayloads
    .slice(0, 8)
    .join(' ')
    .replace(/[^ -~]/g, '');
  await new ApiCaller(portal.url).fetch(login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': device },
    body: JSON.stringify({ email: adminCredentials.email, password: adminCredentials.password }),
  });
  const records = await createHostileRecords(portal, office);
  const { group, student, supervisor, examiner, groups, users } = records;
  const contextOf = (storageState: Awaited<ReturnType<typeof createSessionStorageState>>) =>
    openBrowserContext(browser, portal, { storageState });

  await opened(
    await contextOf(await createSessionStorageState(portal.url, adminCredentials)),
    async (page) => {
      for (let number = 1; number <= Math.ceil(groups / 10); number += 1) {
        await show(page, `/admin?page=${number}`, ' of ');
      }
      for (let number = 1; number <= Math.ceil(users / 20); number += 1) {
        await show(page, `/admin?tab=users&page=${number}`, '@university.test');
      }
      await show(page, `/admin?q=${encodeURIComponent('"><img src=x onerror=ran()>')}`, 'onerror');
      await page.goto('/admin');
      await page
        .getByRole('button', { name: /members?$/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'History' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  );
  await opened(await contextOf(buildHostileStorage(portal.url, supervisor)), async (page) => {
    for (const tab of ['semester-7', 'semester-8']) {
      await show(page, `/faculty?tab=${tab}&group=${group._id}`, group.fypTitle);
    }
    await page.getByRole('combobox', { name: 'Group' }).click();
    await expect(page.getByRole('option')).toHaveCount(groups);
  });
  await opened(await contextOf(buildHostileStorage(portal.url, examiner)), async (page) => {
    await show(page, `/faculty?tab=external-viva&group=${group._id}`, group.fypTitle);
  });
  await opened(await contextOf(buildHostileStorage(portal.url, student)), async (page) => {
    await show(page, '/students', group.fypTitle);
    for (const path of ['/developers', '/proposal']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      expect(await findInjectedMarkup(page), path).toEqual([]);
    }
  });

  await office.call(mailGroup, { params: { groupId: group._id } });
  const [email] = await emails.waitFor(student.email);
  const known =
    /^(from|reply-to|to|subject|message-id|date|mime-version|content-.*|auto-submitted|x-auto-.*)$/i;
  expect(email?.headers.map(({ key }) => key).filter((key) => !known.test(key))).toEqual([]);
  expect(email?.envelope.to).toEqual([student.email]);
  expect(email?.headers.some(({ value }) => /[\r\n]/.test(value))).toBe(false);
  await opened(await browser.newContext(), async (page) => {
    await page.goto('data:text/html,<body>');
    await page.setContent(email?.html ?? '');
    expect(await findInjectedMarkup(page)).toEqual([]);
    const elements = await page.evaluate(() => [
      ...new Set([...document.querySelectorAll('*')].map(({ localName }) => localName)),
    ]);
    expect(
      elements.filter((name) =>
        /script|img|svg|iframe|object|input|video|link|base|form|details|math/.test(name),
      ),
    ).toEqual([]);
    await expect(page.getByText('onerror=ran()').first()).toBeVisible();
  });
});
