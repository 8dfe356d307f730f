import type { Locator, Page } from '@playwright/test';
import { visitAs } from '#tools/test/browser-session.ts';
import { aGroup } from '#tools/test/people.ts';
import { admin } from '#tools/test/running-portal.ts';
import { expect, test } from './portal.ts';
import { asAdmin } from './steps.ts';

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

/** The pixels of a control without focus and pointer, which would change its look. */
async function draw(page: Page, control: Locator) {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.mouse.move(0, 0);
  return control.screenshot({ animations: 'disabled' });
}

/** Requires that each pair of states of a control looks different. */
async function expectDifference(page: Page, control: Locator, change: () => Promise<unknown>) {
  const before = await draw(page, control);
  await change();
  const after = await draw(page, control);
  expect(before.equals(after), `${control} looks the same`).toBe(false);
}

test('a switch that is on looks different in forced colours', async ({ page, portal }) => {
  const { group } = await aGroup(await asAdmin(portal.url));
  for (const path of [`/board?q=${group.fypGroupName}`]) {
    await visitAs(page, path, admin);
    for (const one of await page.getByRole('switch').all()) {
      const track = page.locator('.mantine-Switch-track', { has: page.locator(':scope') }).first();
      await expect(track).toBeVisible();
      await expectDifference(page, one.locator('xpath=following-sibling::*[1]'), () => one.click());
    }
  }
});

const tabPages: [path: string, person: 'admin' | 'supervisor'][] = [
  ['/admin', 'admin'],
  ['/faculty', 'supervisor'],
  ['/settings/scheme', 'admin'],
];
for (const [path, role] of tabPages) {
  test(`the chosen tab of ${path} looks different in forced colours`, async ({ page, portal }) => {
    const { supervisor } = await aGroup(await asAdmin(portal.url));
    await visitAs(page, path, role === 'admin' ? admin : supervisor);
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
}

test('the link to the open page looks different in forced colours', async ({ page }) => {
  await visitAs(page, '/admin', admin);
  const link = page.getByRole('link', { name: 'Developers', exact: true }).first();
  await expectDifference(page, link, async () => {
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  });
});
