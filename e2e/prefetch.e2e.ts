import type { Page } from '@playwright/test';
import { findGroup, listAssignedGroups } from '#contract/groups.ts';
import { createGroup, registerStudent } from '#tools/test/people.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin, openPageThroughLogin } from './steps.ts';

const isCode = (name: string) => new RegExp(`/assets/${name}-[\\w-]+\\.js$`);

function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  return asked;
}

test('pointing at a link loads the code and the initial data of the linked page before the click, and only once', async ({
  page,
  portal,
}) => {
  const student = await registerStudent(await logInAsAdmin(portal.url));
  await openPageThroughLogin(page, '/fypcategories', student);
  // Focus a control before recording requests, because the first focus on a page loads an unrelated script.
  await page.getByRole('button', { name: 'Skip to content' }).focus();
  await page.waitForLoadState('networkidle');
  const asked = watchRequests(page);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', {
    name: 'Coursera Courses',
  });

  const data = page.waitForResponse(/\/api\/content\/courses$/);
  await link.hover();
  await data;
  await expect.poll(() => asked.filter((url) => isCode('courses-page').test(url))).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe('/fypcategories');
  expect(asked.filter((line) => !line.startsWith('GET '))).toEqual([]);

  await page.mouse.move(0, 0);
  const before = asked.length;
  await link.hover();
  await link.focus();
  await page.waitForLoadState('networkidle');
  expect(asked.slice(before)).toEqual([]);

  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Coursera courses' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search courses' })).toBeVisible();
  expect(asked.filter((line) => line.includes('/api/content/courses'))).toHaveLength(1);
});

test('pointing at a link prefetches nothing in data-saver mode, or if the user may not open the linked page', async ({
  page,
  openPage,
  portal,
}) => {
  const student = await registerStudent(await logInAsAdmin(portal.url));
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await openPageThroughLogin(page, '/fypcategories', student);
  const other = await openPage();
  await openPageThroughLogin(other, '/fypcategories', student);
  for (const each of [page, other]) {
    await expect(each.getByRole('heading', { level: 1 })).toBeVisible();
    await each.waitForLoadState('networkidle');
  }
  // Insert the link outside React's root, so that rendering does not remove it.
  await other.evaluate(() => {
    document.body.insertAdjacentHTML('afterbegin', '<a href="/admin">Panel</a>');
  });
  const asked = [watchRequests(page), watchRequests(other)];
  await page.getByRole('link', { name: 'Coursera Courses' }).hover();
  await other.getByRole('link', { name: 'Panel' }).hover();
  // Hover over the permitted link last. When its request is recorded, any request of the forbidden links would be, too.
  await other.getByRole('link', { name: 'Coursera Courses' }).hover();
  await expect.poll(() => asked[1]?.some((url) => isCode('courses-page').test(url))).toBe(true);
  expect(asked[0]).toEqual([]);
  expect(asked[1]?.filter((url) => isCode('admin').test(url))).toEqual([]);
});

test('the HTML document loads a page’s code in parallel with the application, but only for users who may open the page', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/ERR_FAILED/);
  await openPageThroughLogin(
    page,
    '/fypcategories',
    await registerStudent(await logInAsAdmin(portal.url)),
  );
  // Block the application's code, so that only the document itself sends requests.
  await page.route(isCode('index'), (route) => route.abort());
  const asked = watchRequests(page);
  await page.goto('/coursera', { waitUntil: 'networkidle' });
  expect(asked.filter((url) => isCode('courses-page').test(url))).toHaveLength(1);
  await page.goto('/admin', { waitUntil: 'networkidle' });
  expect(asked.filter((url) => isCode('admin').test(url))).toEqual([]);
  await page.evaluate(() => localStorage.clear());
  asked.length = 0;
  await page.goto('/coursera', { waitUntil: 'networkidle' });
  expect(asked.filter((url) => isCode('courses-page').test(url))).toEqual([]);
});

test('the HTML document contains the department’s data, and the page does not request the data again', async ({
  page,
  portal,
}) => {
  await openPageThroughLogin(
    page,
    '/fypcategories',
    await registerStudent(await logInAsAdmin(portal.url)),
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const asked = watchRequests(page);
  const response = await page.reload();
  await expect(page.getByRole('contentinfo')).toContainText('FYP office');
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('/api/content/home'))).toEqual([]);
  // The root element is empty, because the server does not prerender pages for logged-in users.
  expect(await response?.text()).toContain('<div id="root"></div>');
});

test('a page sends its initial requests only once and before it renders', async ({
  openPage,
  portal,
}) => {
  const { student, supervisor } = await createGroup(await logInAsAdmin(portal.url));
  for (const [path, createTestUser, { path: read }] of [
    ['/students', student, findGroup],
    ['/faculty', supervisor, listAssignedGroups],
  ] as const) {
    const page = await openPage();
    await openPageThroughLogin(page, path, createTestUser);
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = (...asked) => {
        console.info(document.querySelector('h1') ? 'drawn' : 'blank', asked[0]);
        return fetch(...asked);
      };
    });
    const calls: string[] = [];
    page.on('console', (message) => calls.push(message.text()));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const [start = ''] = read.split(':');
    expect(calls.filter((line) => line.includes(start))).toEqual([
      expect.stringMatching(/^blank /),
    ]);
  }
});
