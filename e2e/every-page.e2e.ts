// One walk over all pages, with right-to-left records and doubled text: finds inaccessible pages, pages that are wider than
// the window, and texts that are not isolated.

import { type BrowserContextOptions, chromium } from '@playwright/test';
import { mayAccess } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import { findBrowser, testBrowserFlags } from '#tools/test/browser/browser.ts';
import { createSessionStorageState, moveMouse } from '#tools/test/browser/browser-session.ts';
import { pages } from '#tools/test/browser/pages.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, openBrowserContext, withSeparatePortal } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';
import { findLostSpaces, findUnisolated } from './text-direction.ts';
import { createRightToLeftRecords } from './text-direction-records.ts';
import { visitPages } from './visit-pages.ts';

const test = withSeparatePortal();
test.setTimeout(600_000);

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

async function listVisits(
  url: string,
  { group, student, supervisor, examiner }: Awaited<ReturnType<typeof createRightToLeftRecords>>,
) {
  const states = {
    student: await createSessionStorageState(url, student),
    faculty: await createSessionStorageState(url, supervisor),
    admin: await createSessionStorageState(url, adminCredentials),
  };
  const examinerState = await createSessionStorageState(url, examiner);
  const roles = [undefined, 'student', 'faculty', 'admin'] as const;
  const marking = (tab: string) => `/faculty?tab=${tab}&group=${group._id}`;
  const asRole = (role: (typeof roles)[number], path: string) => ({
    path,
    storageState: role && states[role],
  });
  return [
    ...pages
      .filter(({ path }) => !path.includes(':') && path !== paths.home)
      .map(({ path, access }) =>
        asRole(
          roles.find((role) => mayAccess(access, role)),
          path,
        ),
      ),
    ...roles.map((role) => asRole(role, paths.home)),
    asRole('student', paths.admin),
    asRole('student', paths.group(group.fypGroupName)),
    asRole('admin', paths.group(group.fypGroupName)),
    asRole('faculty', marking('semester-7')),
    asRole('faculty', marking('semester-8')),
    { path: marking('external-viva'), storageState: examinerState },
    ...['users', 'emails', 'attention', 'audit'].map((tab) => asRole('admin', `/admin?tab=${tab}`)),
    ...['/board?marks=yes', '/board?mark=month1'].map((path) => asRole('admin', path)),
  ];
}

test('every page is accessible, fits the window with doubled text, and isolates right-to-left text', async ({
  portal,
  emails,
}) => {
  const records = await createRightToLeftRecords(await logInAsAdmin(portal.url), emails);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...testBrowserFlags, '--blink-settings=defaultFontSize=32'],
  });
  const openContext = (options: BrowserContextOptions) =>
    openBrowserContext(browser, portal, { ...options, reducedMotion: 'reduce' });
  await visitPages(await listVisits(portal.url, records), openContext, async (page, path) => {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // Prerendered pages start the application at the first input, and only then follow the colour scheme.
    await moveMouse(page);
    await page.locator('html[data-begun]').waitFor({ state: 'attached' });
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await page.evaluate(findWideParts), `${path} at ${width} px`).toEqual([]);
    }
    expect.soft(await findUnisolated(page), path).toEqual([]);
    expect.soft(await findLostSpaces(page), path).toEqual([]);
    await expectAccessible(page, path);
  });
  await browser.close();
});

test('right-to-left names in dialog titles are isolated from the rest of the title', async ({
  browser,
  portal,
  emails,
}) => {
  await createRightToLeftRecords(await logInAsAdmin(portal.url), emails);
  const storageState = await createSessionStorageState(portal.url, adminCredentials);
  const context = await openBrowserContext(browser, portal, { storageState });
  const page = await context.newPage();
  await page.goto(paths.admin);
  for (const name of ['Edit', 'Delete']) {
    await page
      .getByRole('button', { name: new RegExp(`^${name} ن`) })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByText('نظام').first()).toBeVisible();
    expect(await findUnisolated(page), name).toEqual([]);
    expect(await findLostSpaces(page), name).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await context.close();
});
