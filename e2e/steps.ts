import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { moveMouse } from '#tools/test/browser/browser-session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';

export type LoginCredentials = { email: string; password?: string };

export const logInAsAdmin = (url: string) =>
  new ApiCaller(url).logIn(adminCredentials.email, adminCredentials.password);

/** Opens a prerendered page and moves the mouse to start the application. */
export async function openInteractivePage(page: Page, path: string) {
  await page.goto(path);
  const begun = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener('portal-begun', () => resolve(), { once: true });
      }),
  );
  await moveMouse(page);
  await begun;
}

export async function submitLoginForm(page: Page, person: LoginCredentials) {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel(/^Password/).fill(person.password ?? testUserPassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

export async function openPageThroughLogin(page: Page, path: string, person: LoginCredentials) {
  await page.goto(path);
  await submitLoginForm(page, person);
  await expect(page).not.toHaveURL('/login');
}

/** Follows the link from a page to the place of the rail to which it belongs. */
export const followBreadcrumb = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();

export const openPlace = (page: Page, label: string) =>
  page
    .getByRole('navigation', { name: 'Your pages' })
    .getByRole('link', { name: new RegExp(`^${label}`) })
    .click();

/** Opens a filter of a list in order to choose its value. */
export async function addFilter(page: Page, name: string) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

/** The chip of a filter that is set. */
export const findFilter = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Filters' })
    .getByRole('button', { name: new RegExp(`^${name}: `) });

async function turn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

async function findViolations(page: Page, rules?: readonly string[]): Promise<unknown> {
  // Load axe once per document, because parsing it takes longer than running it.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // Skip frames, because axe cannot run in the sandboxed frames of emails and files.
  const options = { resultTypes: ['violations'], iframes: false, ...(rules && { runOnly: rules }) };
  return page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/** Fails if axe finds a violation in the page's current state, in the light or in the dark colour scheme. */
export async function expectAccessible(page: Page, state: string) {
  expect(await findViolations(page), state).toEqual([]);
  // Check the names of tab lists separately, because axe has no rule for them.
  await expect(page.locator('[role="tablist"]:not([aria-label])'), state).toHaveCount(0);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await turn(page, isDark ? 'light' : 'dark');
  const title = `${state}, ${isDark ? 'light' : 'dark'}`;
  expect(await findViolations(page, rulesOfColours), title).toEqual([]);
  await turn(page, isDark ? 'dark' : 'light');
}

/** Fails if the page is wider than the window. */
export const expectNoOverflow = async (page: Page, state?: string) =>
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
    state,
  ).toBe(0);

/** Loads the code of toasts while the clock runs, then pauses the clock at a future time, as `pauseAt` requires. */
export async function pauseClock(page: Page) {
  await page.locator('html[data-begun]').waitFor({ state: 'attached' });
  await page.keyboard.press('Shift');
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}
