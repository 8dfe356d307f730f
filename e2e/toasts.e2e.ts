import type { Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { exportListAs } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin } from './steps.ts';

const toast = (page: Page) => page.locator('.mantine-Notification-root');

/** Returns the names of the controls that are covered by a toast. Runs in the page. */
function findCoveredControls(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
    .filter(
      (control) => control.checkVisibility() && !control.closest('.mantine-Notification-root'),
    )
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return hit?.closest('.mantine-Notification-root');
    })
    .map((control) => control.ariaLabel ?? control.textContent ?? control.localName);
}

for (const [path, list] of [
  ['/admin', 'groups'],
  ['/board', 'board'],
  ['/announcements', 'announcements'],
] as const) {
  test(`a toast on ${path} covers no controls and is not printed`, async ({ page, portal }) => {
    await createGroup(await logInAsAdmin(portal.url));
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPageAs(page, path, adminCredentials);
    await exportListAs(page, 'CSV');
    await expect(toast(page).filter({ hasText: new RegExp(`${list}.*is saved`) })).toBeVisible();
    expect(await page.evaluate(findCoveredControls)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    await expect(toast(page)).toBeHidden();
  });
}
