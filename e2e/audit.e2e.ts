import type { Page } from '@playwright/test';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { exportListAs, findToast, openAdminPanel } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { addFilter, logInAsAdmin } from './steps.ts';

const rowsOf = (page: Page) =>
  page
    .getByRole('table', { name: 'Audit trail' })
    .getByRole('row')
    .filter({ has: page.getByRole('time') });

async function aDeletedGroup(url: string) {
  const caller = await logInAsAdmin(url);
  const { groupId, group, supervisor } = await createGroup(caller);
  const [member] = group.fypGroupMembers;
  const marks = { [member?._id ?? '']: { month1: { marks: 7, feedback: 'Only for one' } } };
  const body = { semester: 'Semester 7' as const, groupId, marks };
  await supervisor.caller.call(saveMarks, { body });
  await caller.call(deleteGroup, { params: { groupId } });
  return { name: group.fypGroupName, member: member?.name ?? '', supervisor };
}

test('an admin searches the audit trail, filters it by action and date, and saves it as CSV', async ({
  page,
  portal,
}) => {
  const { name, member, supervisor } = await aDeletedGroup(portal.url);
  await openAdminPanel(page, `?tab=audit`);
  const rows = rowsOf(page);
  await expect(rows.first()).toContainText('Logged in');
  await expect(rows.first()).toContainText(adminCredentials.email);

  await page.getByLabel('Search the audit trail').fill(`${name} semester`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Marks saved');
  await expect(rows).toContainText(supervisor.email);
  await expect(rows).toContainText(`Semester 7: Month 1 of ${member}`);
  await expect(rows).not.toContainText('Only for one');
  await page.reload();
  await expect(rows).toContainText('Marks saved');

  await page.getByLabel('Search the audit trail').fill(name);
  await addFilter(page, 'Action');
  await page.getByRole('option', { name: 'Group deleted' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('to the bin');

  await exportListAs(page, 'CSV');
  await expect(findToast(page, 'status', /Downloaded audit-trail-.*\.csv/)).toBeVisible();
  await addFilter(page, 'From');
  const from = page.getByRole('textbox', { name: 'From' });
  await from.fill('2 January');
  await from.press('Tab');
  await expect(from).toHaveAccessibleDescription(/^Enter a complete date such as 22 May 2027/);
  await expect(from).toHaveValue('2 January');
  await expect(rows).toHaveCount(1);
  await from.fill('02/01/2020');
  await from.press('Tab');
  await expect(from).toHaveValue('2 January 2020');
  await expect(page).toHaveURL(/from=2020-01-02/);
  await page.keyboard.press('Escape');
  await addFilter(page, 'To');
  await page.getByRole('textbox', { name: 'To' }).fill('2020-01-03');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows.first()).toContainText('Audit trail exported');
  await expect(rows.first()).toContainText(`q: ${name}`);
});

test('the Older and Newer buttons page through the audit trail, and Back returns to the previous page', async ({
  page,
  portal,
}) => {
  const caller = await logInAsAdmin(portal.url);
  const { groupId } = await createGroup(caller, { members: 1 });
  for (let time = 0; time < 20; time += 1) {
    await caller.call(deleteGroup, { params: { groupId } });
    await caller.call(restoreGroup, { params: { groupId } });
  }
  await openAdminPanel(page, '?tab=audit');
  const rows = rowsOf(page);
  await expect(rows).toHaveCount(30);
  const first = await rows.first().textContent();
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(rows.first()).not.toHaveText(first ?? '');
  await expect(page).toHaveURL(/before=\d+/);
  const second = await rows.first().textContent();
  await page.getByRole('button', { name: 'Newer' }).click();
  await expect(rows.first()).toHaveText(first ?? '');
  await page.goBack();
  await expect(rows.first()).toHaveText(second ?? '');
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(rows.first()).toHaveText(first ?? '');
});
