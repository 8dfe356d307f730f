import { getSetting } from '#contract/settings/settings.ts';
import { createGroup } from '#tools/test/people.ts';
import { expect } from './portal.ts';
import { findButton, findField, openSettingsPage, saveSettings, test } from './settings-steps.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

test('entries that cards and groups use are removed and renamed everywhere in a single confirmed save', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 409/);
  await page.setViewportSize({ width: 360, height: 900 });
  const [category, renamed, supervisor] = ['Networking', 'Networks', 'Dr. Usman Tariq'];
  const admin = await logInAsAdmin(portal.url);
  const { group } = await createGroup(admin, { members: 1, category });
  await openSettingsPage(page, '/settings/choices');
  const inputs = page.getByRole('textbox', { name: /^Category \d/ });
  await expect(inputs.first()).toBeVisible();
  const values = await inputs.evaluateAll((all) =>
    all.map((input) => (input as HTMLInputElement).value),
  );
  await findField(page, `Category ${values.indexOf(category) + 1}`).fill(renamed);
  const supervisors = await page
    .getByRole('textbox', { name: /^Supervisor \d/ })
    .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
  const index = supervisors.indexOf(supervisor);
  await findButton(page, `Remove: supervisor ${index + 1}`).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();

  const dialog = page.getByRole('dialog', { name: 'Removed entries are in use' });
  const choice = dialog.getByRole('combobox', { name: category });
  await expect(choice).toHaveValue(`Replace it with ${renamed}`);
  await expect(choice).toHaveAccessibleDescription(/Category card “.+” · 1 group/);
  await expect(dialog.getByRole('combobox', { name: supervisor })).toHaveValue(
    'Remove it there too',
  );
  await expectAccessible(page, 'the question about removed entries');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible();
  await expect(findField(page, `Category ${values.indexOf(category) + 1}`)).toHaveValue(renamed);

  await save.click();
  const confirm = dialog.getByRole('button', { name: 'Save all changes' });
  await saveSettings(page, 'Programs, categories and supervisors', confirm);
  const cards = JSON.stringify(
    (await admin.call(getSetting, { params: { name: 'categories' } })).value,
  );
  expect(cards).toContain(renamed);
  expect(cards).not.toContain(`"${category}"`);
  expect(cards).not.toContain(supervisor);
  await page.goto(`/groups/${group.fypGroupName}`);
  await expect(page.getByText(renamed, { exact: true }).first()).toBeVisible();
});
