import type { Page } from '@playwright/test';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { exportListAs, findToast, openMoreMenu } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { addFilter, expectAccessible, findFilter, logInAsAdmin } from './steps.ts';

const proposal = 'Proposal & Certificate Submission';
const grid = (page: Page) => page.getByRole('grid', { name: 'Board' });
const cell = (page: Page, name: string) => grid(page).getByRole('gridcell', { name, exact: true });
const groupsShown = (page: Page) => grid(page).getByRole('rowheader');

async function twoGroups(url: string) {
  const caller = await logInAsAdmin(url);
  const first = await createGroup(caller, { members: 2 });
  const second = await createGroup(caller, { members: 1 });
  const body = { supervisor: first.supervisor.name };
  await caller.call(updateGroup, { params: { groupId: second.groupId }, body });
  const names = [first.group.fypGroupName, second.group.fypGroupName] as const;
  return { first, second, names, supervisor: first.supervisor };
}

test('an admin filters and sorts the board, extends a deadline for two groups, sends a group a reminder and saves the view', {
  tag: '@story',
}, async ({ page, portal }) => {
  const { names, supervisor } = await twoGroups(portal.url);
  const [firstName, secondName] = names;
  await openPageAs(page, '/admin', adminCredentials);
  await page.getByRole('link', { name: 'Board' }).click();
  await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeFocused();
  await page.getByLabel('Search groups').fill(supervisor.name);
  await expect(groupsShown(page)).toHaveCount(2);
  await addFilter(page, 'State');
  await page.getByRole('option', { name: 'Passed before the group was created' }).click();
  await expect(
    cell(page, `${firstName}, ${proposal}: passed before the group was created`),
  ).toBeVisible();
  await grid(page).getByRole('button', { name: 'Group', exact: true }).click();
  await expect(groupsShown(page).first()).toContainText(secondName);
  const groupHead = page.getByRole('columnheader', { name: 'Group', exact: true });
  await expect(groupHead).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Legend' }).click();
  await expect(page.getByRole('list', { name: 'Deadlines' })).toContainText('Submitted late');
  await expectAccessible(page, 'the board, light');
  await page.keyboard.press('Escape');

  await openMoreMenu(page);
  await page.getByRole('menuitem', { name: /^Save or delete/ }).click();
  await page.getByLabel('Name of the current view').fill('After the proposal date');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(findToast(page, 'status', '“After the proposal date” saved')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await expect(page.getByText('2 groups selected')).toBeVisible();
  await page.getByRole('button', { name: 'Remind groups' }).click();
  const reminder = page.getByRole('dialog', { name: 'Remind groups' });
  const deadline = reminder.getByRole('combobox', { name: 'Deadline' });
  await expect(deadline).toHaveValue('November Monthly Report');
  await deadline.click();
  await page.getByRole('option', { name: 'April Monthly Report' }).click();
  await expect(reminder.getByText('3 people will get an email.')).toBeVisible();
  await expect(reminder.getByRole('region', { name: 'Emails for each group' })).toContainText(
    'Monthly report, due 30 April 2027',
  );
  await reminder.getByLabel('Message').fill('See you on Monday.');
  await reminder.getByRole('button', { name: 'Preview the email' }).click();
  const email = reminder.getByRole('region', { name: 'Preview of the email' });
  await expect(email).toContainText(`${firstName}: April Monthly Report is due on 30 April 2027`);
  await email.getByRole('tab', { name: 'Plain text' }).click();
  await expect(email).toContainText('See you on Monday.');
  await expectAccessible(page, 'the preview of a reminder');
  await reminder.getByRole('button', { name: 'Send 3 emails' }).click();
  await expect(reminder.getByText('3 emails are on the way.')).toBeVisible();
  await reminder.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Remind groups' }).click();
  await deadline.click();
  await page.getByRole('option', { name: 'April Monthly Report' }).click();
  await expect(reminder.getByText('reminded less than an hour ago')).toHaveCount(2);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Extend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Extend a deadline' });
  await dialog.getByRole('combobox', { name: 'Deadline' }).click();
  await page.getByRole('option', { name: proposal }).click();
  await dialog.getByLabel('New date').fill('2030-01-31T23:59');
  await dialog.getByLabel('Reason').fill('The office was closed.');
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
  const preview = dialog.getByRole('region', { name: 'Changes for each group' });
  await expect(preview.getByRole('listitem')).toHaveText([
    new RegExp(`${firstName}.*25 September 2025, 23:00 → 31 January 2030, 23:59`),
    new RegExp(secondName),
  ]);
  await expectAccessible(page, 'the preview of an extension');
  await dialog.getByRole('button', { name: 'Change 2 groups and email the members' }).click();
  await expect(dialog.getByText('Deadline changed for 2 groups')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('heading', { name: 'No matching groups' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all groups' }).click();
  await page.getByLabel('Search groups').fill(supervisor.name);
  await expect(cell(page, `${firstName}, ${proposal}: extended`)).toBeVisible();
  await expect(cell(page, `${secondName}, ${proposal}: extended`)).toBeVisible();
  await exportListAs(page, 'CSV');
  await expect(findToast(page, 'status', /Downloaded board-.*\.csv/)).toBeVisible();

  await page.goto('/board');
  await openMoreMenu(page);
  await page.getByRole('menuitem', { name: 'After the proposal date' }).click();
  await expect(page).toHaveURL(/state=before-group/);
  await expect(findFilter(page, 'State')).toHaveText('State: Passed before the group was created');
});

test('an admin can navigate the board, select a group and open a group in a drawer with the keyboard alone', async ({
  page,
  portal,
}) => {
  const { names, supervisor, first } = await twoGroups(portal.url);
  const [firstName, secondName] = names;
  await openPageAs(page, `/board?q=${encodeURIComponent(supervisor.name)}`, adminCredentials);
  await groupsShown(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(groupsShown(page).nth(1)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('checkbox', { name: `Select ${secondName}` })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 group selected')).toBeVisible();
  await page.keyboard.press('End');
  await expect(grid(page).locator(':focus')).toHaveAttribute('aria-label', /, Category: /);
  await expect(grid(page).locator(':focus')).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Control+ArrowUp');
  await expect(
    grid(page).getByRole('columnheader').last().getByRole('button').first(),
  ).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: firstName });
  await expect(drawer.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: first.student.email })).toBeVisible();
  await expect(
    drawer.getByText(/Passed before the group was created; missing: Certificates/),
  ).toBeVisible();
  await expectAccessible(page, 'a group beside the board');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'the board, 360 px');
});

test('a supervisor sees only their own groups on the board and marks a milestone for all of them, and a student then sees their mark', async ({
  page,
  portal,
}) => {
  const { first, second, names, supervisor } = await twoGroups(portal.url);
  await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openPageAs(page, '/faculty', supervisor);
  await page.getByRole('link', { name: 'Board' }).click();
  await expect(groupsShown(page)).toContainText([...names]);
  await expect(groupsShown(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Actions for Month 1' }).click();
  await page.getByRole('menuitem', { name: 'Mark this milestone' }).click();
  await expect(page.getByRole('heading', { name: 'Mark Month 1', level: 1 })).toBeVisible();
  const marks = (name: string) => page.getByLabel(`${name}, Month 1: marks`);
  await marks(first.student.name).fill('11');
  await expect(page.getByText('Month 1: enter marks from 0 to 10.')).toBeVisible();
  await marks(first.student.name).fill('8.5');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(marks(second.student.name)).toBeFocused();
  await page.keyboard.type('7');
  await page.getByLabel(`${second.student.name}, Month 1: feedback`).fill('Clear and on time.');
  await expect(page.getByText('3 unsaved changes')).toBeHidden();
  await expectAccessible(page, 'marking one milestone');
  await page.getByRole('link', { name: 'Back to the board' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.reload();
  await expect(marks(first.student.name)).toHaveValue('8.5');
  await page.getByRole('button', { name: 'Preview emails' }).click();
  const previews = page.getByRole('dialog', { name: 'Emails that will be sent' });
  await expect(previews.getByText(`${names[0]}: Month 1 marked`)).toBeVisible();
  await previews.getByRole('button', { name: 'Next' }).click();
  await previews.getByRole('tab', { name: 'Plain text' }).click();
  await expect(previews.getByText('Feedback: Clear and on time.')).toBeVisible();
  await expectAccessible(page, 'the preview of emails');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save and send to 2 students' }).click();
  await expect(page.getByText('2 groups saved.')).toBeVisible();
  await expect(page.getByText('Saved. 1 email is on the way.')).toHaveCount(2);
  await page.getByRole('link', { name: 'Back to the board' }).click();
  await openMoreMenu(page);
  await page.getByRole('menuitemcheckbox', { name: 'Show marks' }).click();
  await expect(cell(page, `${names[1]}, Month 1: marked: 7`)).toBeAttached();
});

test('an admin assigns a supervisor to selected groups and sees the result for each group', async ({
  page,
  portal,
}) => {
  const { names, supervisor } = await twoGroups(portal.url);
  const other = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openPageAs(page, `/board?q=${encodeURIComponent(supervisor.name)}`, adminCredentials);
  await page.getByRole('checkbox', { name: `Select ${names[0]}` }).check();
  await page.getByRole('checkbox', { name: `Select ${names[1]}` }).click({ modifiers: ['Shift'] });
  await expect(page.getByText('2 groups selected')).toBeVisible();
  await page.getByRole('button', { name: 'Assign supervisor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign a supervisor' });
  await dialog.getByRole('combobox', { name: 'Supervisor' }).fill(other.supervisor.name);
  await page.getByRole('option', { name: other.supervisor.email }).click();
  const preview = dialog.getByRole('region', { name: 'Changes for each group' });
  await expect(preview).toContainText(`${supervisor.name} → ${other.supervisor.name}`);
  await dialog.getByRole('button', { name: 'Assign to 2 groups' }).click();
  await expect(preview.getByText(`Assigned to ${other.supervisor.name}.`)).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('heading', { name: 'No matching groups' })).toBeVisible();
});
