import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { moveMouse } from '#tools/test/browser-session.ts';
import { Caller } from '#tools/test/caller.ts';
import { password } from '#tools/test/people.ts';
import { admin } from '#tools/test/running-portal.ts';

/** Who logs in; everybody's password is the same unless told. */
export type Login = { email: string; password?: string };

/** The admin, to make people and groups with. */
export const asAdmin = (url: string) => new Caller(url).logIn(admin.email, admin.password);

/** Opens a finished page and gives the first sign of use, with which its application begins. */
export async function openInUse(page: Page, path: string) {
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

/** Fills the login form that is open and sends it. */
export async function logIn(page: Page, person: Login) {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel(/^Password/).fill(person.password ?? password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Goes to a page and logs in where the guard asks for it, as somebody does who has its address. */
export async function openAs(page: Page, path: string, person: Login) {
  await page.goto(path);
  await logIn(page, person);
  await expect(page).not.toHaveURL('/login');
}

/** The system turns light or dark under a page that is open, which follows a moment later. */
async function turn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** What may differ between light and dark; every other rule finds the same in both. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

async function findViolations(page: Page, rules?: readonly string[]): Promise<unknown> {
  // Once for each document: to read the library takes longer than to use it.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // The frames hold emails and files, sandboxed: no script answers there.
  const options = { resultTypes: ['violations'], iframes: false, ...(rules && { runOnly: rules }) };
  return page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/** Holds the page as it is now against WCAG, light and dark; no finding of any level is accepted. */
export async function expectAccessible(page: Page, state: string) {
  expect(await findViolations(page), state).toEqual([]);
  // axe has no rule for this.
  await expect(page.locator('[role="tablist"]:not([aria-label])'), state).toHaveCount(0);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await turn(page, isDark ? 'light' : 'dark');
  const title = `${state}, ${isDark ? 'light' : 'dark'}`;
  expect(await findViolations(page, rulesOfColours), title).toEqual([]);
  await turn(page, isDark ? 'dark' : 'light');
}

/**
 * Stops the page's clock, which `page.clock.install()` has taken over: a minute ahead, because the
 * page's own time runs on until then. Where toasts appear comes with the first key, and has to be there before: React
 * shows what was loaded late by this clock.
 */
export async function stopClock(page: Page) {
  await page.locator('html[data-begun]').waitFor({ state: 'attached' });
  await page.keyboard.press('Shift');
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}
