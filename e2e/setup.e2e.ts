import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { findField, findListItem, openSettingsPage, saveSettings } from './settings-steps.ts';
import { expectAccessible } from './steps.ts';

// The checklist disappears with the first mark.
const test = withSeparatePortal();

test('the coordinator of a new portal chooses neutral texts, follows the checklist and hides it', async ({
  page,
  openPage,
}) => {
  await openPageAs(page, '/', adminCredentials);
  const list = page.getByRole('region', { name: 'Set up the portal' });
  // The portal of this file has a mail server, so that step is done.
  await expect(list.getByText('1 of 11 steps done')).toBeVisible();
  const items = list.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(items.first()).toContainText('Next');
  await expectAccessible(page, 'the setup checklist');
  await list.getByRole('button', { name: 'Start with neutral texts' }).click();
  await expect(list.getByRole('button', { name: 'Keep these texts' })).toBeHidden();
  const visitor = await openPage();
  await visitor.goto('/');
  await expect(visitor.getByText('Find a team, a topic and a supervisor')).toBeVisible();
  await expect(visitor.getByText('Dr. Mehreen Zaidi')).toBeHidden();

  await list.getByRole('link', { name: 'Set the department’s name and logo' }).click();
  await findField(page, 'Department name').fill('Department of Electrical Engineering');
  await saveSettings(page, 'Department');
  await page.getByRole('link', { name: 'Setup: 2 of 11 steps done' }).click();
  await expect(list.getByText('2 of 11 steps done')).toBeVisible();
  await expect(items.first()).not.toContainText('Next');
  await expect(items.nth(1)).toContainText('Next');
  await list.getByRole('button', { name: 'Keep as it is: Check the marking scheme' }).click();
  await expect(list.getByText('3 of 11 steps done')).toBeVisible();
  await list.getByRole('button', { name: 'Hide the list' }).click();
  await expect(list).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'What to do next' })).toBeVisible();
  await expect(list).toBeHidden();
});

test('the preview of a text shows the values of its placeholders, and an unknown one is refused at its field', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 400/);
  await openSettingsPage(page, '/settings/home');
  await page.getByText('Placeholders for rules and dates').click();
  await expect(page.getByText('{total:externalViva}')).toBeVisible();
  await expectAccessible(page, 'the placeholders');
  await findListItem(page, '(Start with the right|Find a) team').click();
  const text = findField(page, 'Text').nth(1);
  await text.fill('At most {maxMembers} members, {total:poster} marks.');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview.getByText('At most three members, (not set) marks.')).toBeAttached();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(text).toHaveAccessibleDescription(/\{total:poster\} can’t be used here/);
});
