import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { saveMarks } from '#contract/marks.ts';
import { readSheetRecords } from '#tools/test/files/workbook.ts';
import { createGroup } from '#tools/test/people.ts';
import { exportListAs, findToast, openAdminPanel } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin } from './steps.ts';

async function fileSavedBy(page: Page, act: () => Promise<void>) {
  const saving = page.waitForEvent('download');
  await act();
  const file = await saving;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test('an admin exports the users, a program’s award list, and the groups that match a search', async ({
  page,
  portal,
}) => {
  const caller = await logInAsAdmin(portal.url);
  const { groupId, group, supervisor, student } = await createGroup(caller);
  await createGroup(caller, { members: 1 });
  const [first, second] = group.fypGroupMembers;
  const marks = { [second?._id ?? '']: { month1: { marks: 7.5 } } };
  await supervisor.caller.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
  await page.setViewportSize({ width: 360, height: 740 });
  await openAdminPanel(page, `?q=${group.fypGroupName}`);

  const groups = await fileSavedBy(page, () => exportListAs(page, 'Excel'));
  expect(groups.name).toMatch(/^groups-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(await readSheetRecords(groups.content)).toMatchObject([
    { Group: group.fypGroupName, Name: first?.name, 'Month 1 (of 10)': null },
    { Group: group.fypGroupName, Name: second?.name, 'Month 1 (of 10)': 7.5 },
  ]);
  await expect(findToast(page, 'status', `Downloaded ${groups.name}`)).toBeVisible();
  const menuButton = page.getByRole('main').getByRole('button', { name: 'More', exact: true });
  await expect(menuButton).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Excel' })).toBeFocused();
  await expectAccessible(page, 'menu at 360 px');
  await expectNoOverflow(page);
  await page.getByRole('menuitem', { name: 'Award list…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Award list' });
  await dialog.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option', { name: /Computer Science/ }).click();
  await expectAccessible(page, 'dialog at 360 px');
  const awards = await fileSavedBy(page, () =>
    dialog.getByRole('button', { name: 'Export as Excel' }).click(),
  );
  expect(awards.name).toMatch(/^award-list-/);
  const ranked = await readSheetRecords(awards.content);
  expect(ranked.find(({ Roll }) => Roll === second?.roll)).toMatchObject({
    Program: 'BSCS',
    Position: 1,
    'Final mark (%)': 3.75,
    Complete: 'no',
  });
  await expect(dialog).toBeHidden();

  await page.getByRole('tab', { name: 'Users' }).click();
  await page.getByLabel('Search users').fill(student.name);
  await expect(page.getByText(/^1 user/).last()).toBeVisible();
  const users = await fileSavedBy(page, () => exportListAs(page, 'CSV'));
  expect(users.content.toString().split('\r\n')[1]).toContain(`${student.name},${student.email},`);

  await page.route('**/api/auth/getusers/export?*', () => {});
  await exportListAs(page, 'CSV');
  await expect(page.getByRole('status').filter({ hasText: 'Exporting…' })).toBeVisible();
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(menuButton).toBeFocused();
});
