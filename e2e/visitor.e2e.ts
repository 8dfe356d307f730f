import type { Page } from '@playwright/test';
import { ApiCaller } from '#tools/test/caller.ts';
import {
  createAccount,
  createGroup,
  registerStudent,
  testUserPassword,
} from '#tools/test/people.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin, openInteractivePage, submitLoginForm } from './steps.ts';

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());
const slides = (page: Page) => page.getByRole('region', { name: 'Highlights' });

test('a visitor sees every section of the home page', { tag: '@story' }, async ({ page }) => {
  await openInteractivePage(page, '/');
  await expect(page).toHaveTitle('FYP Portal');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/final-year project/);
  await expect(
    slides(page).getByRole('heading', { name: 'Start with the right team' }),
  ).toBeVisible();
  for (const name of [
    'Next deadline',
    'Frequently asked questions',
    'Deadlines',
    'FYP office',
    'Message from the Chairman',
    'Message from the Project Coordinator',
  ]) {
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  }
  const office = page.getByRole('region', { name: 'FYP office' });
  await expect(office).toContainText('Room 214');
  await expect(office).toContainText('Monday to Friday');
  await expect(office.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  await expect(office.getByRole('link', { name: /^\+92/ })).toHaveAttribute(
    'href',
    'tel:+92510000000',
  );
});

test('the home page’s slides wrap around at both ends, and advance automatically unless paused or under the mouse', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install({ time: '2026-11-20T08:00:00Z' });
  await openInteractivePage(page, '/');
  const shown = slides(page).getByRole('status');
  await expect(shown).toHaveText('Slide 1 of 3');
  await page.clock.runFor(8_000);
  await expect(shown).toHaveText('Slide 2 of 3');

  await page.getByRole('button', { name: 'Pause slides' }).click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(30_000);
  await expect(shown).toHaveText('Slide 2 of 3');

  await page.getByRole('button', { name: 'Next slide' }).click();
  await page.getByRole('button', { name: 'Next slide' }).click();
  await expect(shown).toHaveText('Slide 1 of 3');
  await page.getByRole('button', { name: 'Previous slide' }).click();
  await expect(shown).toHaveText('Slide 3 of 3');

  await page.getByRole('button', { name: 'Play slides' }).click();
  await page.clock.runFor(20_000);
  await expect(shown, 'while the mouse is on it').toHaveText('Slide 3 of 3');
  await page.mouse.move(0, 0);
  await page.clock.runFor(8_000);
  await expect(shown).toHaveText('Slide 1 of 3');
});

test('a visitor’s navigation shows only Signup and Login, and the footer has the colour scheme button', async ({
  page,
}) => {
  await openInteractivePage(page, '/');
  await expect(main(page).getByRole('link')).toHaveText(['Signup', 'Login']);
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
  const scheme = page.getByRole('contentinfo').getByRole('button', { name: /^Appearance/ });
  await scheme.click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('the logo links to the home page', async ({ page }) => {
  await openInteractivePage(page, '/developers');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^FYP Portal/ })
    .click();
  await expect(page).toHaveURL('/');
  await expect(slides(page)).toBeVisible();
});

test('a stored session token is sufficient to restore the session', async ({ page, portal }) => {
  const student = await registerStudent(new ApiCaller(portal.url));
  await page.goto('/login');
  await submitLoginForm(page, student);
  const ownLink = main(page).getByRole('link', { name: 'Proposal Submission' });
  await expect(ownLink).toBeVisible();
  const keys = await storedKeys(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key !== 'token') localStorage.removeItem(key);
    }
  });
  await page.goto('/coursera');
  await expect(page).toHaveURL('/coursera');
  await expect(ownLink).toBeVisible();
  expect(await storedKeys(page)).toEqual(keys);
});

test('an invalid session token is removed from the browser’s storage', async ({
  page,
  allowed,
}) => {
  allowed.push(/401/);
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('token', 'no-such-token'));
  await page.goto('/students');
  await expect(page).toHaveURL('/login');
  expect(await storedKeys(page)).not.toContain('token');
});

test('with reduced motion, colours change without a transition', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openInteractivePage(page, '/');
  await expect(slides(page)).toBeVisible();
  const moving = await page.evaluate(() => {
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
    return document.getAnimations().length;
  });
  expect(moving).toBe(0);
});

test('with reduced motion, the slides do not advance automatically', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await openInteractivePage(page, '/');
  await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible();
  await page.clock.runFor(30_000);
  await expect(slides(page).getByRole('status')).toHaveText('Slide 1 of 3');
});

test('former paths are redirected, and an unknown path opens the home page with a message that names the path', async ({
  page,
  portal,
}) => {
  await page.goto('/home');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('There is no page at')).toHaveCount(0);
  for (const [path, named] of [
    ['/no/such/page', '/no/such/page'],
    ['/index.php', '/index.php'],
    ['/100%', '/100%'],
    ['/%25', '/%25'],
    ['//x//', '//x//'],
  ] as const) {
    // Without the origin, the browser would read `//x//` as the host `x`.
    await page.goto(`${portal.url}${path}`);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(`There is no page at ${named}, so`)).toBeVisible();
  }

  await page.goto('/courseracourses');
  await expect(page).toHaveURL('/login');
  await submitLoginForm(page, await registerStudent(new ApiCaller(portal.url)));
  await expect(page).toHaveURL('/coursera');
});

test('a visitor who opens a page for users is redirected to the login page, and after the login to the requested page', async ({
  page,
  portal,
}) => {
  const path = '/fypcategories?q=web';
  await page.goto(path);
  await expect(page).toHaveURL('/login');
  await submitLoginForm(page, await registerStudent(new ApiCaller(portal.url)));
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1, name: 'FYP categories' })).toBeVisible();
});

test('a form shows the reason for a refusal that names no field of the form', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 400/);
  const message = 'This value cannot be stored.';
  const json = { code: 'invalid', message, fields: { unknown: message } };
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 400, json }));
  await page.goto('/signup');
  await page.getByLabel(/^Name/).fill('Ada Newcomer');
  await page.getByLabel(/^Email/).fill('ada.newcomer@university.test');
  await page.getByLabel(/^Password/).fill(testUserPassword);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
});

const ownLinks = { student: 'Proposal Submission', faculty: 'Faculty', admin: 'Admin' } as const;

const keys = {
  student: ['email', 'groupId', 'name', 'role', 'token', 'userId'],
  faculty: ['email', 'name', 'role', 'teacherId', 'token', 'userId'],
  admin: ['email', 'name', 'role', 'token', 'userId'],
} as const;

for (const role of ['student', 'faculty', 'admin'] as const) {
  test(`logging in with the role ${role} shows that role’s links and stores its session keys, and logging out removes both`, async ({
    page,
    portal,
  }) => {
    const caller = await logInAsAdmin(portal.url);
    const person = {
      student: async () => (await createGroup(caller)).student,
      faculty: () => createAccount(caller, 'faculty'),
      admin: () => createAccount(caller, 'admin'),
    };
    const { email } = await person[role]();
    await page.goto('/login');
    await page.evaluate(() => localStorage.setItem('developers', '[]'));
    await submitLoginForm(page, { email });
    await expect(page).toHaveURL('/');

    await expect(main(page).getByRole('link', { name: ownLinks[role], exact: true })).toBeVisible();
    expect(await storedKeys(page)).toEqual([...keys[role], 'developers'].sort());

    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Logout', exact: true }).click();
    await expect(main(page).getByRole('link')).toHaveText(['Signup', 'Login']);
    await expect(page).toHaveURL('/');
    expect(await storedKeys(page)).toEqual(['developers']);
  });
}

test('logging out while the desk is loading cancels the request of the desk before the logout is sent', async ({
  page,
  portal,
}) => {
  const { email } = await createAccount(await logInAsAdmin(portal.url), 'faculty');
  const order: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'info') order.push(message.text());
  });
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (address, init) => {
      if (init?.method === 'POST') console.info(String(address));
      init?.signal?.addEventListener('abort', () => console.info(`${address} cancelled`));
      return send(address, init);
    };
  });
  await page.route('**/api/desk', () => {}); // never answered
  await page.goto('/login');
  const asked = page.waitForRequest('**/api/desk');
  await submitLoginForm(page, { email });
  await asked;
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await expect(main(page).getByRole('link')).toHaveText(['Signup', 'Login']);
  expect(order).toEqual(['/api/auth/login', '/api/desk cancelled', '/api/auth/logout']);
});
