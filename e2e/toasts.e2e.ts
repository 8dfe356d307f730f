import type { Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { exportListAs } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin } from './steps.ts';

const toast = (page: Page) => page.locator('.mantine-Notification-root');

/** Returns the names of the controls in sticky bars and in the bar of places that are covered by a toast. Runs in the page. */
function findCoveredControls(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.sticky :is(a[href], button)')]
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return hit?.closest('.mantine-Notification-root');
    })
    .map((control) => control.ariaLabel ?? control.textContent ?? control.localName);
}

for (const [width, height] of [
  [1280, 900],
  [360, 740],
] as const) {
  test(`at ${width} px, a toast covers neither the places nor a bar with buttons, and is not printed`, async ({
    page,
    portal,
  }) => {
    await createGroup(await logInAsAdmin(portal.url));
    await page.setViewportSize({ width, height });
    await openPageAs(page, '/board', adminCredentials);
    await page
      .getByRole('checkbox', { name: /^Select BS/ })
      .first()
      .check();
    await expect(page.locator('[data-sticky-bar]')).toBeInViewport();
    await exportListAs(page, 'CSV');
    await expect(toast(page).filter({ hasText: /Downloaded board/ })).toBeVisible();
    expect(await page.evaluate(findCoveredControls)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    await expect(toast(page)).toBeHidden();
  });
}
