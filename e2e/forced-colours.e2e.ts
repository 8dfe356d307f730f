import type { Locator, Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin } from './steps.ts';

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

async function draw(page: Page, control: Locator) {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.mouse.move(0, 0);
  return control.screenshot({ animations: 'disabled' });
}

/** Fails if `change` does not alter the appearance of the control. */
async function expectDifference(page: Page, control: Locator, change: () => Promise<unknown>) {
  const before = await draw(page, control);
  await change();
  const after = await draw(page, control);
  expect(before.equals(after), `${control} looks the same`).toBe(false);
}

test('in forced-colours mode, a switch changes its appearance when clicked', async ({ page }) => {
  await openPageAs(page, '/settings/modules', adminCredentials);
  const control = page.getByRole('switch').first();
  await expect(control).toBeAttached();
  await expectDifference(page, control.locator('xpath=following-sibling::*[1]'), () =>
    control.click(),
  );
});

test('in forced-colours mode, every tab of the marking page changes its appearance when selected', async ({
  page,
  portal,
}) => {
  const { supervisor } = await createGroup(await logInAsAdmin(portal.url));
  await openPageAs(page, '/faculty', supervisor);
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  await expect(tabs.first()).toBeVisible();
  for (const tab of await tabs.all()) {
    if ((await tab.getAttribute('aria-selected')) === 'true') continue;
    await expectDifference(page, tab, async () => {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
    });
  }
});

test('in forced-colours mode, a navigation link changes its appearance when its page is open', async ({
  page,
}) => {
  await openPageAs(page, '/admin', adminCredentials);
  const link = page.getByRole('link', { name: 'Developers', exact: true }).first();
  await expectDifference(page, link, async () => {
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  });
});
