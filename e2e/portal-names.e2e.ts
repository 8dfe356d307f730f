import { expect } from './portal.ts';
import { findField, openSettingsPage, saveSettings, test } from './settings-steps.ts';
import { expectAccessible } from './steps.ts';

test('an admin renames the portal and an entry of its menu, and an empty field restores the default', async ({
  page,
  allowed,
}) => {
  // The first save is refused with 400.
  allowed.push(/status of 400/);
  await openSettingsPage(page, '/settings/department');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const name = findField(page, 'Portal name');
  const label = findField(page, 'Course page');
  const save = page.getByRole('button', { name: 'Save', exact: true });

  await label.fill('Marks');
  await save.click();
  await expect(
    page.getByText('“Marks” is already the label of another page. Choose another.').first(),
  ).toBeVisible();

  await name.fill('Project Desk');
  await label.fill('Trainings');
  await saveSettings(page, 'Department');
  await expect(menu.getByRole('link', { name: 'Trainings' })).toBeVisible();
  await expect(page).toHaveTitle('Department · Settings · Project Desk');
  await expectAccessible(page, 'settings of names');
  await menu.getByRole('link', { name: 'Trainings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trainings' })).toBeVisible();
  await expect(page).toHaveTitle('Trainings · Project Desk');

  await page.goto('/settings/department');
  await name.fill('');
  await label.fill('');
  await saveSettings(page, 'Department');
  await expect(menu.getByRole('link', { name: 'Coursera Courses' })).toBeVisible();
  await expect(page).toHaveTitle('Department · Settings · FYP Portal');
});
