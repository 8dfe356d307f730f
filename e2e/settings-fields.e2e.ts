import type { Page } from '@playwright/test';
import { getSetting } from '#contract/settings/settings.ts';
import { expect } from './portal.ts';
import { findField, findListItem, openSettingsPage, saveSettings, test } from './settings-steps.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await page.keyboard.press('ControlOrMeta+v');
}

test('all entries of a list are removed at once and replaced by pasted lines, and the other lists stay', async ({
  page,
}) => {
  await openSettingsPage(page, '/settings/choices');
  const supervisors = page.getByRole('group', { name: 'Supervisors' });
  await expect(supervisors.getByRole('textbox').first()).toBeVisible();
  const before = await page.getByRole('group', { name: 'Categories' }).getByRole('textbox').count();
  await supervisors.getByRole('button', { name: 'Remove all' }).click();
  await expect(supervisors.getByRole('textbox')).toHaveCount(0);
  await expect(supervisors.getByRole('button', { name: 'Remove all' })).toBeHidden();
  await expect(supervisors.getByRole('button', { name: 'Add a supervisor' })).toBeFocused();
  await page.keyboard.press('Enter');
  await paste(page, 'Dr. Aliya Noor\nDr. Basit Ali\nDr. Celine Roy');
  await expect(supervisors.getByRole('textbox')).toHaveCount(3);
  await expect(supervisors.getByRole('textbox').last()).toHaveValue('Dr. Celine Roy');
  await expect(page.getByRole('group', { name: 'Categories' }).getByRole('textbox')).toHaveCount(
    before,
  );
  await expectAccessible(page, 'a replaced list');
});

test('deadlines are sorted by date, and a date is typed in 24 hours in several ways', async ({
  page,
  portal,
}) => {
  await openSettingsPage(page, '/settings/deadlines');
  await findListItem(page, 'November Monthly Report').click();
  const due = findField(page, 'Due');
  await expect(due).toHaveValue('30 November 2026, 23:59');
  await due.fill('5 jan 2027 9:30');
  await page.keyboard.press('Tab');
  await expect(due).toHaveValue('5 January 2027, 09:30');
  await due.fill('next week');
  await page.keyboard.press('Tab');
  await expect(due).toHaveValue('next week');
  await expect(due).toHaveAccessibleDescription(/Enter a date and a 24-hour time/);
  await expectAccessible(page, 'a field with an unclear date');
  await due.fill('5.1.2027 21:30');
  await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(0);
  await saveSettings(page, 'Deadlines');
  // The summary of moved deadlines, which is shown if the portal has groups, has list items, too.
  await expect(page.getByRole('form').locator('ol > li').nth(2)).toHaveText(
    /^November Monthly Report.*5 January 2027, 21:30$/,
  );
  const caller = await logInAsAdmin(portal.url);
  const { value } = await caller.call(getSetting, { params: { name: 'deadlines' } });
  const titles = (value as { title: string }[]).map(({ title }) => title);
  expect(titles.slice(0, 3)).toEqual([
    'Proposal & Certificate Submission',
    'December Monthly Report',
    'November Monthly Report',
  ]);
});

test('the preview says whether it is saved, and a colour that would be refused is explained beside its field', async ({
  page,
}) => {
  await openSettingsPage(page, '/settings/department');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText('How it looks now. Everything is saved.');
  const colour = findField(page, 'Colour');
  await colour.fill('#12');
  await page.keyboard.press('Tab');
  await expect(colour).toHaveAccessibleDescription(/Enter the colour as # and six digits/);
  await expect(preview).toContainText('Your changes are not saved yet.');
  await colour.fill('#ffff00');
  await expect(colour).toHaveAccessibleDescription(/contrast/i);
});
