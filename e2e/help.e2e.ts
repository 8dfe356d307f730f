import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createAccount, createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect } from './portal.ts';
import { findListItem, saveSettings, test } from './settings-steps.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin, openInteractivePage } from './steps.ts';

test('a visitor opens the help from the footer and sees only the public guide', async ({
  page,
}) => {
  await openInteractivePage(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'I forgot my password' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await page.goto('/help?guide=coordinator');
  await expect(page.getByRole('heading', { name: 'Visitor' })).toBeVisible();
  await expect(page.getByText('Remind late groups')).toHaveCount(0);
});

test('a supervisor opens the guides of supervisors and examiners from the rail, at 360 px and in dark mode', async ({
  page,
  portal,
}) => {
  const supervisor = await createAccount(await logInAsAdmin(portal.url), 'faculty');
  await openPageAs(page, '/', supervisor);
  const rail = page.getByRole('navigation', { name: 'Your pages' });
  await rail.getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeFocused();
  await expect(page.getByRole('tab')).toHaveText(['Supervisor', 'External examiner', 'Visitor']);
  await expect(page.getByRole('heading', { name: 'Mark a group' })).toBeVisible();
  await page.getByRole('tab', { name: 'External examiner' }).click();
  await expect(page).toHaveURL('/help?guide=examiner');
  await expect(page.getByRole('heading', { name: 'Plan a viva' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'the help at 360 px');
  await expectNoOverflow(page);
});

test('a student finds a topic of the help in the palette, which then has the focus', async ({
  page,
  portal,
}) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openPageAs(page, '/', student);
  await page.getByRole('button', { name: 'Search' }).click();
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('combobox', { name: 'Search' }).fill('extension');
  await palette.getByRole('option', { name: /^Request an extension/ }).click();
  await expect(page).toHaveURL('/help?guide=student#help-extension');
  await expect(page.getByRole('heading', { name: 'Request an extension' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Request an extension' })).toBeInViewport();
  await page.getByText('beside the deadline on the').getByRole('link').click();
  await expect(page).toHaveURL('/students');
});

test('a coordinator edits a topic beside its preview, and the help shows it', async ({ page }) => {
  await openPageAs(page, '/settings', adminCredentials);
  await page.getByRole('main').getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeFocused();
  await findListItem(page, 'Set up a new portal').click();
  await page.getByLabel('Title').first().fill('Set up the portal of this department');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview.getByText('Set up the portal of this department')).toBeVisible();
  await expectAccessible(page, 'the editor of the help');
  await saveSettings(page, 'Help');
  await page.goto('/help');
  await expect(
    page.getByRole('heading', { name: 'Set up the portal of this department' }),
  ).toBeVisible();
});
