import { createAccount, createGroup } from '#tools/test/people.ts';
import { findButton, findGroupEditor, findToast, openAdminPanel } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin, pauseClock } from './steps.ts';

test('if a request fails, the admin panel shows the server’s error message, or a default message if the reply has none', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/500/, /ERR_FAILED/, /503/);
  const { group, student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openAdminPanel(page, `?q=${group.fypGroupName}`);
  await page.getByRole('button', { name: `Edit ${group.fypGroupName}` }).click();
  const dialog = findGroupEditor(page, group.fypGroupName);
  await dialog.getByRole('textbox', { name: 'Project title' }).fill('Typed in vain');
  await page.route('**/api/auth/update/*', (route) => route.fulfill({ status: 500, body: '' }));
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(findToast(page, 'alert', 'Failed to update group')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Project title' })).toHaveValue('Typed in vain');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();

  await page.route('**/api/auth/delete/*', (route) => route.abort());
  await page.getByRole('button', { name: `Delete ${group.fypGroupName}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(findToast(page, 'alert', 'Failed to delete')).toBeVisible();

  await page.goto(`/admin?tab=users&q=${encodeURIComponent(student.name)}`);
  await findButton(page, `More actions for ${student.name}`).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.route('**/api/auth/updateuser/*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(findToast(page, 'alert', 'Failed to update user')).toBeVisible();

  await page.route('**/api/auth/getusers?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/admin?tab=users');
  await expect(page.getByRole('heading', { name: 'Failed to load users' })).toBeVisible();
  await page.unroute('**/api/auth/getusers?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();

  const message = 'The database is being restored.';
  const json = { code: 'unavailable', message, error: message };
  await page.route('**/api/auth/getgroups?*', (route) => route.fulfill({ status: 503, json }));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: message })).toBeVisible();
  await page.unroute('**/api/auth/getgroups?*');
  await page.route('**/api/auth/getgroups?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Failed to load groups' })).toBeVisible();
});

test('a success message in the admin panel disappears after 3 s', async ({ page, portal }) => {
  const { name } = await createAccount(await logInAsAdmin(portal.url), 'student');
  await page.clock.install();
  await openAdminPanel(page, `?tab=users&q=${encodeURIComponent(name)}`);
  await findButton(page, `More actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Block' });
  await expect(confirm).toBeVisible();
  await pauseClock(page);
  await confirm.click();
  const message = page.getByRole('status').filter({ hasText: 'User updated successfully' });
  await expect(message).toBeVisible();
  await page.clock.runFor(2800);
  await expect(message).toBeVisible();
  await page.clock.runFor(600);
  await expect(message).toBeHidden();
});

test('the admin panel, a group’s history, and the group and user editors are accessible', async ({
  page,
  portal,
}) => {
  const { group } = await createGroup(await logInAsAdmin(portal.url));
  const name = group.fypGroupName;
  await openAdminPanel(page, `?q=${name}`);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
  await expectAccessible(page, page.url());
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog').getByText('External examiner')).toBeVisible();
  await expectAccessible(page, page.url());
  await page.keyboard.press('Escape');
  await findButton(page, `Edit ${name}`).click();
  const dialog = findGroupEditor(page, name);
  const member = dialog.getByRole('tab', { name: group.fypGroupMembers[0]?.name ?? '' });
  await expect(member).toBeVisible();
  await expectAccessible(page, page.url());
  await member.click();
  await dialog.getByLabel('Proposal marks').fill('99');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('Proposal: marks go from 0 to 10.')).toBeVisible();
  await expectAccessible(page, page.url());
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, page.url());
  await page.goto('/admin?tab=users');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await expect(page.getByRole('combobox', { name: 'Role' }).last()).toBeVisible();
  await expectAccessible(page, page.url());
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    'nothing is wider than a phone',
  ).toBe(0);
});
