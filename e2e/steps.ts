import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { moveMouse } from '#tools/test/browser/browser-session.ts';
import { Caller } from '#tools/test/caller.ts';
import { password } from '#tools/test/people.ts';
import { admin } from '#tools/test/running-portal.ts';

/** Credentials. The default password is the shared test password. */
export type Login = { email: string; password?: string };

/** Logs in as the admin by the API. */
export const logInAsAdmin = (url: string) => new Caller(url).logIn(admin.email, admin.password);

/** Opens a prerendered page and moves the mouse, which starts the application. */
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

/** Fills in and submits the login form that is open. */
export async function logIn(page: Page, person: Login) {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel(/^Password/).fill(person.password ?? password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Opens a page without a session and logs in when the guard redirects to the login page. */
export async function openAs(page: Page, path: string, person: Login) {
  await page.goto(path);
  await logIn(page, person);
  await expect(page).not.toHaveURL('/login');
}

/** Changes the system's colour scheme and waits until the page follows it. */
async function turn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** The rules whose result depends on the colour scheme. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

async function findViolations(page: Page, rules?: readonly string[]): Promise<unknown> {
  // Load axe once per document, because parsing it takes longer than a run.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // Skip frames, which contain sandboxed emails and files where axe cannot run.
  const options = { resultTypes: ['violations'], iframes: false, ...(rules && { runOnly: rules }) };
  return page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/** Fails if axe finds a violation on the page as it is now, in light or dark colours. */
export async function expectAccessible(page: Page, state: string) {
  expect(await findViolations(page), state).toEqual([]);
  // axe has no rule for tab lists without a name.
  await expect(page.locator('[role="tablist"]:not([aria-label])'), state).toHaveCount(0);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await turn(page, isDark ? 'light' : 'dark');
  const title = `${state}, ${isDark ? 'light' : 'dark'}`;
  expect(await findViolations(page, rulesOfColours), title).toEqual([]);
  await turn(page, isDark ? 'dark' : 'light');
}

/**
 * Pauses the clock of `page.clock.install()` 60 s ahead, because the page's time runs on until the call arrives.
 * Presses a key first: it loads the toasts, which React could not render with a paused clock.
 */
export async function stopClock(page: Page) {
  await page.locator('html[data-begun]').waitFor({ state: 'attached' });
  await page.keyboard.press('Shift');
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}
