import type { Locator, Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect } from './portal.ts';
import { openSettingsPage, test } from './settings-steps.ts';
import { logInAsAdmin } from './steps.ts';

const getLook = (button: Locator) =>
  button.evaluate((element) => {
    const { color, backgroundColor, borderColor, cursor } = getComputedStyle(element);
    return { color, backgroundColor, borderColor, cursor };
  });

/** Expects that the button is inactive until the field differs from its stored value. Returns the inactive look. */
async function expectInactiveUntilChanged(button: Locator, field: Locator) {
  await expect(button).toBeDisabled();
  const look = await getLook(button);
  const value = await field.inputValue();
  await field.fill(`${value}1`);
  await expect(button).toBeEnabled();
  await field.fill(value);
  await expect(button).toBeDisabled();
  return look;
}

async function collectLooks(page: Page) {
  const looks: unknown[] = [];
  const check = async (button: Locator, field: Locator) =>
    looks.push(await expectInactiveUntilChanged(button, field));

  await openSettingsPage(page, '/settings/department');
  await check(
    page.getByRole('button', { name: 'Save', exact: true }),
    page.getByRole('textbox', { name: /^Room/ }),
  );
  await page.goto('/settings/installation');
  const limits = page.getByRole('form', { name: 'Size limits' });
  await check(limits.getByRole('button', { name: /^Save/ }), limits.getByRole('textbox').first());
  await page.goto('/settings/cohorts');
  await page
    .getByRole('button', { name: /^Rename/ })
    .first()
    .click();
  const rename = page.getByRole('dialog');
  await check(
    rename.getByRole('button', { name: 'Rename' }),
    rename.getByRole('textbox', { name: 'Name' }),
  );
  await page.goto(`/admin?tab=users&q=${adminCredentials.email}`);
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const user = page.getByRole('form', { name: /^Edit/ });
  await check(user.getByRole('button', { name: 'Save' }), user.getByLabel('Name'));
  return looks;
}

test('a form without changes shows the same inactive button everywhere', async ({ page }) => {
  const looks = await collectLooks(page);
  expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(1);
});

test('the button keeps the focus after a save, and pressing it again sends nothing', async ({
  page,
}) => {
  await openSettingsPage(page, '/settings/department');
  await page.getByRole('textbox', { name: /^Room/ }).fill('Block C, room 3');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Department saved').first()).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(save).toBeFocused();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.method()));
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: /^Room/ }).press('Enter');
  await expect(page.getByText('No unsaved changes')).toBeVisible();
  expect(requests).not.toContain('PUT');
});

test('the button of a dialog shows what it is doing, looks inactive and keeps the focus while it is busy', async ({
  page,
  portal,
}) => {
  const { group } = await createGroup(await logInAsAdmin(portal.url));
  await openPageAs(page, `/board?q=${group.fypGroupName}`, adminCredentials);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Remind groups' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: /^Send \d emails?$/ });
  await expect(send).toBeEnabled();
  const chosen = dialog.getByRole('checkbox', { name: group.fypGroupName });
  await chosen.uncheck();
  await expect(send).toBeDisabled();
  const inactiveLook = await getLook(send);
  await chosen.check();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/board/reminders', async (route) => {
    await released;
    await route.continue();
  });
  await send.focus();
  await page.keyboard.press('Enter');
  const busy = dialog.getByRole('button', { name: 'Sending…' });
  await expect(busy).toBeDisabled();
  await expect(busy).toBeFocused();
  expect(await getLook(busy)).toEqual(inactiveLook);
  release();
  await expect(busy).toBeHidden();
  await expect(dialog.locator(':focus')).toBeAttached();
});
