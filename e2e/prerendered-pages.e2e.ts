import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { moveMouse, openPageAs } from '#tools/test/browser/browser-session.ts';
import { adminCredentials, startPortalServer } from '#tools/test/running-portal.ts';
import { findDeadlineCard, findFaqRegion } from './information-steps.ts';
import { expect, openBrowserContext, test } from './portal.ts';
import { openInteractivePage } from './steps.ts';

/** Option for matching the rendered text (`innerText`) of `noscript` elements. */
const asDrawn = { useInnerText: true };

test.describe('pages without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, the home page shows every slide, FAQ answer and deadline', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/final-year project/);
    await expect(page.getByRole('heading', { name: 'Start with the right team' })).toBeVisible();
    const without = (area: Locator) => area.locator('noscript');
    await expect(without(page.getByRole('main')).locator('h2')).toHaveCount(2);
    await expect(without(findFaqRegion(page)).locator('h3').first()).toBeVisible();
    await expect(without(findFaqRegion(page))).toContainText(
      'One, two or three. The form starts',
      asDrawn,
    );
    await expect(without(findDeadlineCard(page)).locator('li').first()).toBeVisible();
    await expect(without(findDeadlineCard(page)).locator('li').first()).toContainText(
      '25 September 2025, 23:00',
    );
    await expect(page.getByRole('region', { name: 'Message from the Chairman' })).toBeVisible();
    await expect(page.getByRole('searchbox')).toBeHidden();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Developers' }).click();
    await expect(page).toHaveURL('/developers');
    await expect(page).toHaveTitle('Developers · FYP Portal');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('button', { name: 'Add developer' })).toHaveCount(0);
  });

  test('without JavaScript, the login page says that it needs JavaScript', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    const note = page.locator('body > noscript');
    await expect(note).toBeVisible();
    await expect(note).toContainText('Most of the portal needs JavaScript.', asDrawn);
  });
});

test('a logged-in user never sees the prerendered page for visitors', async ({ page }) => {
  await page.addInitScript(() => {
    // Record whether the signup link, which only visitors see, was ever visible.
    new MutationObserver(() => {
      const entry = document.querySelector('a[href="/signup"]');
      if (entry?.checkVisibility({ visibilityProperty: true })) {
        Object.assign(window, { hasSeenEntry: true });
      }
    }).observe(document, { subtree: true, childList: true });
  });
  await openPageAs(page, '/', adminCredentials);
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
  expect(await page.evaluate('window.hasSeenEntry')).toBeUndefined();
});

test('the application keeps working if the loader script of prerendered pages runs after the application has started', async ({
  page,
}) => {
  // Delay the loader script until the application has started: for logged-in users, it starts without the script.
  await page.route('**/assets/early-events-*.js', async (route) => {
    await page.locator('html[data-begun]').waitFor({ state: 'attached' });
    await route.continue();
  });
  const late = page.waitForResponse('**/assets/early-events-*.js');
  await openPageAs(page, '/', adminCredentials);
  await late;
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await expect(page.getByRole('button', { name: 'Logout', exact: true })).toBeVisible();
});

test('a prerendered page loads the application when the mouse moves, but not while the mouse is at rest', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  // Browsers send a `pointermove` event without movement when a page loads under a resting mouse.
  await page.getByRole('main').dispatchEvent('pointermove', { movementX: 0, movementY: 0 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(asked).toEqual([]);
  await moveMouse(page);
  await page.locator('html[data-begun]').waitFor({ state: 'attached' });
});

test('clicks on a prerendered page are replayed when the application starts', async ({ page }) => {
  const title = findDeadlineCard(page).getByRole('heading', { level: 3 });
  await page.goto('/');
  const before = await title.textContent();
  // Call `click()` in a script, because moving the mouse would start the application.
  await page.evaluate(() => {
    for (const name of ['Next deadline', 'Previous deadline', 'Previous deadline']) {
      document.querySelector<HTMLElement>(`button[aria-label="${name}"]`)?.click();
    }
  });
  await expect(title).not.toHaveText(before ?? '');
  await page.getByRole('button', { name: 'Next deadline' }).click();
  await expect(title).toHaveText(before ?? '');
});

test('the slide buttons are visible before the application starts, and a focused button keeps the focus when it starts', async ({
  page,
}) => {
  await page.goto('/');
  const next = page.getByRole('button', { name: 'Next slide' });
  await expect(next).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-begun');
  await next.press('Enter');
  const shown = page.getByRole('region', { name: 'Highlights' }).getByRole('status');
  await expect(shown).toHaveText('Slide 2 of 3');
  await expect(next).toBeFocused();
  await page.getByRole('button', { name: 'Previous slide' }).click();
  await expect(shown).toHaveText('Slide 1 of 3');
});

test('a prerendered page keeps its scroll position when the application starts', async ({
  page,
}) => {
  await page.goto('/');
  await page.mouse.wheel(0, 700);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(600);
  const before = await page.evaluate(() => scrollY);
  await page.locator('html[data-begun]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => scrollY)).toBe(before);

  // A new page starts at the top, and Back restores the previous scroll position.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Developers' }).click();
  await expect(page).toHaveURL('/developers');
  // Wait for the heading, because the URL changes before the page renders.
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(600);
});

test('the FAQ search applies text that was typed before the application started', async ({
  page,
}) => {
  let letGo: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const search = page.getByRole('searchbox', { name: 'Search the FAQ' });
  await search.pressSequentially('internship certificate');
  letGo();
  await expect(findFaqRegion(page).getByText(/^\d+ of \d+ questions match$/)).toBeVisible();
  await expect(search).toHaveValue('internship certificate');
  await expect(search).toBeFocused();
});

test('a prerendered page is readable and its links work if the application fails to load', async ({
  page,
  allowed,
}) => {
  allowed.push(/ERR_FAILED/);
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/');
  await page.mouse.wheel(0, 200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/final-year project/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Developers' }).click();
  await expect(page).toHaveURL('/developers');
});

test('Enter in the login form keeps the typed text if no script has loaded', async ({
  page,
  allowed,
}) => {
  allowed.push(/ERR_FAILED/);
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/login');
  await page.getByLabel('Email').fill('ayesha@university.test');
  await page.getByLabel(/^Password/).fill('a secret');
  await page.getByLabel(/^Password/).press('Enter');
  await expect(page.getByLabel(/^Password/)).toHaveValue('a secret');
  await expect(page.getByLabel('Email')).toHaveValue('ayesha@university.test');
  await expect(page).toHaveURL('/login');
});

test('a prerendered page and its Appearance button use the colour scheme that is stored in the browser', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await openInteractivePage(page, '/');
  await expect(page.getByRole('button', { name: 'Appearance: dark' })).toBeVisible();
});

test('a prerendered page shows HTML in the department’s content as text', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('server/content/sample-department', folder, { recursive: true });
  const hostile = '</script><script>window.broken = 1</script><!-- <img src=x onerror=alert(1)>';
  const home = readFileSync(join(folder, 'home.yaml'), 'utf8');
  writeFileSync(
    join(folder, 'home.yaml'),
    home.replace('title: Projects at Lakeshore', () => `title: '${hostile}'`),
  );
  const other = await startPortalServer({ contentDir: folder });
  const context = await openBrowserContext(browser, other);
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await openInteractivePage(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(errors).toEqual([]);
  } finally {
    await context.close();
    await other.close();
    rmSync(folder, { recursive: true });
  }
});
