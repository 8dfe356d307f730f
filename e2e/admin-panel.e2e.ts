import { createAccount, createGroup } from '#tools/test/people.ts';
import { findButton, findGroupEditor, findToast, openAdminPanel } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin, pauseClock } from './steps.ts';

test('if a request fails, the admin panel shows the server’s error message, or a default message if the reply has none', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/500/, /503/);
  const { group } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
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
