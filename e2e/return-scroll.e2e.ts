import type { Page } from '@playwright/test';
import { addManySampleGroups } from '#tools/demo/fill-many.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup, testUserPassword } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { logInAsAdmin } from './steps.ts';

/** Opens a separate portal, which gets many groups. */
const test = withSeparatePortal();

const leave = async (page: Page) => {
  const rail = page.getByRole('navigation', { name: 'Your pages' });
  // A real click would scroll the link into view, and the page with it.
  await rail.getByRole('link', { name: 'Settings' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused();
};

/** Scrolls an element, or the page, and waits until the browser has reported it. */
const scrollTo = (page: Page, selector: string, top: number) =>
  page.evaluate(
    ([wanted, y]) =>
      new Promise<void>((resolve) => {
        const element = document.querySelector(String(wanted));
        const target = element === document.scrollingElement ? document : element;
        target?.addEventListener('scroll', () => resolve(), { once: true });
        element?.scrollTo(0, Number(y));
      }),
    [selector, top],
  );
const readScroll = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.querySelector(wanted)?.scrollTop, selector);

test('going back restores the filters and the scroll position of the board, the certificates, the emails and the groups', async ({
  page,
  portal,
}) => {
  const admin = await logInAsAdmin(portal.url);
  for (let count = 0; count < 4; count += 1) await createGroup(admin, { members: 3 });
  await addManySampleGroups({
    dataDir: portal.folder,
    password: testUserPassword,
    groups: 60,
    seed: 5,
    now: portal.now(),
  });
  await page.setViewportSize({ width: 1280, height: 420 });
  for (const [path, row, scrolled, top] of [
    [
      '/board?deadline=november-monthly-report',
      page.getByRole('rowheader'),
      '[data-scroll="board"]',
      700,
    ],
    [
      '/certificates?q=BS',
      page.getByRole('list', { name: 'Students' }).getByRole('listitem'),
      '[data-scroll="students"]',
      400,
    ],
    ['/emails?q=@university', page.getByRole('table').getByRole('row'), 'html', 300],
    ['/admin?q=BS', page.getByRole('main').getByRole('button', { name: /^BS/ }), 'html', 350],
  ] as const) {
    await openPageAs(page, path, adminCredentials);
    await expect(row.nth(5)).toBeAttached();
    await scrollTo(page, scrolled, top);
    const position = await readScroll(page, scrolled);
    expect(position, path).toBeGreaterThan(50);
    await leave(page);
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(row.nth(5)).toBeAttached();
    await expect.poll(() => readScroll(page, scrolled), path).toBe(position);
  }
});
