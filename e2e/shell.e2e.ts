import type { Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

const railOf = (page: Page) => page.getByRole('navigation', { name: 'Your pages' });
const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const searchIn = (page: Page) => paletteOf(page).getByRole('combobox', { name: 'Search' });

test('the rail leads to the places of a coordinator and marks the current one', {
  tag: '@story',
}, async ({ page }) => {
  await openPageAs(page, '/', adminCredentials);
  const rail = railOf(page);
  await expect(rail.getByRole('link')).toHaveText([
    /^Desk/,
    /^Board/,
    /^Groups/,
    /^People/,
    /^Certificates/,
    /^Vivas/,
    /^Announcements/,
    /^Emails/,
    /^Insights/,
    /^Import/,
    /^Settings/,
    /^Audit/,
    /^Attention/,
    /^Help/,
  ]);
  await expect(rail.getByRole('link', { name: 'Desk' })).toHaveAttribute('aria-current', 'page');
  await rail.getByRole('link', { name: 'People' }).click();
  await expect(page).toHaveURL('/people');
  await expect(rail.getByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page');
  await expect(rail.getByRole('link', { name: 'Groups' })).not.toHaveAttribute('aria-current');
  await expectAccessible(page, 'the rail');
});

test('the rail counts the tasks of the desk and the unread notices of a student, and visitors have no rail', async ({
  page,
  portal,
}) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(railOf(page)).toHaveCount(0);
  await openPageAs(page, '/', student);
  const tasks = page.getByRole('list', { name: 'What to do next' }).getByRole('listitem');
  await expect(tasks.first()).toBeVisible();
  const rail = railOf(page);
  await expect(rail.getByRole('link')).toHaveCount(4);
  await expect(rail.getByRole('link', { name: 'Desk' })).toHaveText(
    `Desk${await tasks.count()} to do`,
  );
  const bell = page.getByRole('link', { name: /unread notification/ });
  const unread = /^\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0];
  await expect(rail.getByRole('link', { name: 'Notifications' })).toHaveText(
    unread ? `Notifications${unread} unread` : 'Notifications',
  );
});

test('in a narrow window, a bar at the bottom shows four places, and “More” opens the rest', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPageAs(page, '/', adminCredentials);
  const rail = railOf(page);
  await expect(rail.getByRole('link')).toHaveCount(4);
  await expect(rail).toBeInViewport({ ratio: 1 });
  await rail.getByRole('button', { name: 'More' }).click();
  await expect(rail.getByRole('link')).toHaveCount(14);
  await expectAccessible(page, 'the menu of the bottom bar');
  await rail.getByRole('link', { name: 'Insights' }).click();
  await expect(page.getByRole('heading', { name: 'Insights', level: 1 })).toBeFocused();
  await expect(rail.getByRole('link')).toHaveCount(4);
});

test('the palette finds a group by a member’s roll, opens it with the keyboard and then lists it as recent', async ({
  page,
  portal,
}) => {
  const { group } = await createGroup(await logInAsAdmin(portal.url), { members: 2 });
  const [member] = group.fypGroupMembers;
  await openPageAs(page, '/settings', adminCredentials);
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(searchIn(page)).toBeFocused();
  const list = paletteOf(page).getByRole('listbox', { name: 'Results' });
  const listId = (await list.getAttribute('id')) ?? '';
  await expect(searchIn(page)).toHaveAttribute('aria-controls', listId);
  await expectAccessible(page, 'the palette');
  await page.keyboard.type(member?.roll ?? '');
  const option = paletteOf(page).getByRole('option', { name: member?.name ?? '' });
  await expect(option).toHaveAttribute('data-combobox-selected', 'true');
  const optionId = (await option.getAttribute('id')) ?? '';
  await expect(searchIn(page)).toHaveAttribute('aria-activedescendant', optionId);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/groups/${encodeURIComponent(group.fypGroupName)}$`));
  await expect(paletteOf(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  const recent = paletteOf(page).getByRole('group', { name: 'Recent' });
  await expect(recent.getByRole('option').first()).toContainText(member?.name ?? '');
});

test('the palette opens settings by the label of a field, and says what to do if nothing matches', async ({
  page,
}) => {
  await openPageAs(page, '/board', adminCredentials);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(searchIn(page)).toBeFocused();
  await page.keyboard.type('eligibility questions');
  await paletteOf(page).getByRole('option', { name: 'Group rules' }).click();
  await expect(page).toHaveURL(/\/settings\/groups$/);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await trail.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused();
  await expect(trail).toHaveCount(0);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(searchIn(page)).toBeFocused();
  await page.keyboard.type('zzzz');
  await expect(paletteOf(page).getByText('No results for “zzzz”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toBeHidden();
});

test('a student’s palette does not find the group of another student, and “/” stays a letter in a text field', async ({
  page,
  portal,
}) => {
  const office = await logInAsAdmin(portal.url);
  const { group, student } = await createGroup(office, { members: 1 });
  const neighbour = await createGroup(office, { members: 1 });
  await openPageAs(page, '/', student);
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(searchIn(page)).toBeFocused();
  await page.keyboard.type('a/b');
  await expect(searchIn(page)).toHaveValue('a/b');
  await searchIn(page).fill(neighbour.group.fypGroupName);
  await expect(paletteOf(page).getByText('No results for')).toBeVisible();
  await searchIn(page).fill(group.fypGroupName);
  await expect(
    paletteOf(page).getByRole('option', { name: group.fypGroupName }).first(),
  ).toBeVisible();
});

test('J and K move through the rows of a list, “?” lists the shortcuts, and they can be switched off', async ({
  page,
  portal,
}) => {
  await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openPageAs(page, '/admin?tab=users', adminCredentials);
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr');
  await expect(rows.nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  const focused = page.locator(':focus');
  await page.keyboard.press('j');
  await expect(rows.nth(0).locator(focused)).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(rows.nth(1).locator(focused)).toHaveCount(1);
  await page.keyboard.press('k');
  await expect(rows.nth(0).locator(focused)).toHaveCount(1);
  await page.keyboard.press('Shift+?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByText('Next row')).toBeVisible();
  await expectAccessible(page, 'the list of shortcuts');
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await expect(searchIn(page)).toHaveValue('');
});

test('the tabs of the group page show its documents, marks and history to an admin, and the marks are saved there', async ({
  page,
  portal,
}) => {
  const { group, supervisor } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  const [member] = group.fypGroupMembers;
  const path = `/groups/${group.fypGroupName}`;
  await openPageAs(page, `${path}?tab=marks`, adminCredentials);
  await expect(
    page.getByText(/^Nothing is overdue\. Next: November Monthly Report on 30 November 2026\.$/),
  ).toBeVisible();
  await page.getByLabel(`${member?.name}: Month 1`, { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Save Marks & Send Email' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Marks saved' }).first()).toBeVisible();
  await expectAccessible(page, 'the marks on the group page');
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Month 1');
  await page.getByRole('tab', { name: 'Documents' }).click();
  await expect(page.getByRole('region', { name: 'Documents' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');

  await openPageAs(page, path, supervisor);
  await expect(page.getByRole('tab')).toHaveText([
    'Overview',
    'Documents',
    'Marks',
    'Discussion',
    'Meetings',
    'History',
  ]);
});

test('going back restores the filters and returns the focus to the link that was followed', async ({
  page,
  portal,
}) => {
  const { group } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openPageAs(page, `/certificates?q=${group.fypGroupName}`, adminCredentials);
  await page.getByRole('list', { name: 'Students' }).getByRole('button').click();
  const link = page.getByRole('main').getByRole('link', { name: group.fypGroupName });
  await link.click();
  await expect(page.getByRole('heading', { name: group.fypGroupName, level: 1 })).toBeFocused();
  await page.goBack();
  await expect(link).toBeFocused();
  await expect(page.getByRole('searchbox', { name: 'Search students' })).toHaveValue(
    group.fypGroupName,
  );
});
