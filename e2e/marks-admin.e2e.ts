import type { Page } from '@playwright/test';
import { saveMarks } from '#contract/marks.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import {
  createGroupOfTwo,
  findGroupPicker,
  findMarksField,
  findSaveButton,
  findToast,
  openMarkingPage,
} from './faculty-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Marks, Semester 7' });
const semester = 'Semester 7';

/** Reduces the page size of the group list from 200 to 2, so that a few groups fill several pages. */
const listInSmallPages = (page: Page) =>
  page.route(/\/api\/marks\/groups(\?|$)/, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '2');
    return route.continue({ url: url.href });
  });

test('an admin searches a list of groups that spans several pages, and opens the next and the previous group', async ({
  page,
  portal,
}) => {
  const office = await logInAsAdmin(portal.url);
  for (const members of [1, 1]) await createGroup(office, { members });
  const { group, groupId, first } = await createGroupOfTwo(portal.url);
  await office.call(saveMarks, {
    body: { semester, groupId, marks: { [first._id]: { proposal: { marks: 0 } } } },
  });
  await listInSmallPages(page);
  await openMarkingPage(page, adminCredentials);
  await findGroupPicker(page).click();
  const options = page.getByRole('option');
  await expect(options).toHaveCount(3);
  await expect(options.last()).toHaveText(/^\d+ more: type to find them$/);

  await page.keyboard.type(`${first.roll} ${group.fypGroupName.toLowerCase()}`);
  await expect(options).toHaveCount(1);
  await expect(options).toContainText(`${group.fypGroupName} – ${group.fypTitle}`);
  await expect(options).toContainText(`1 of 16 marked · ${first.name}`);
  await expectAccessible(page, 'a group that is found');
  await page.keyboard.press('Enter');
  await expect(table(page)).toBeVisible();
  await expect(page).toHaveURL(`/faculty?tab=semester-7&group=${groupId}`);
  await expect(findGroupPicker(page)).toHaveValue(`${group.fypGroupName} – ${group.fypTitle}`);
  await page.keyboard.press('Tab');
  await expect(findMarksField(page, first, 'Proposal')).toBeFocused();

  await page.getByRole('button', { name: 'Next group' }).click();
  await expect(page).not.toHaveURL(`/faculty?tab=semester-7&group=${groupId}`);
  await expect(table(page)).toBeVisible();
  await page.getByRole('button', { name: 'Previous group' }).click();
  await expect(findGroupPicker(page)).toHaveValue(`${group.fypGroupName} – ${group.fypTitle}`);

  await findGroupPicker(page).fill('no such words');
  await expect(page.getByText('No matching groups')).toBeVisible();
});

test('an admin’s list of groups shows newly saved marks', async ({ page, portal }) => {
  const { group, groupId, first } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, adminCredentials, `?tab=semester-7&group=${groupId}`);
  await findMarksField(page, first, 'Proposal').fill('8');
  await findSaveButton(page).click();
  await expect(findToast(page, 'status', 'Marks saved and email sent')).toBeVisible();
  await findGroupPicker(page).fill(group.fypGroupName);
  await expect(page.getByRole('option')).toContainText('1 of 16 marked');
  await page.keyboard.press('Escape');
});

test('an admin is asked to choose a group if the group in the URL does not exist', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 40[04]/);
  for (const unknown of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
    await openMarkingPage(page, adminCredentials, `?tab=semester-7&group=${unknown}`);
    await expect(page.getByRole('heading', { name: 'Choose a group' })).toBeVisible();
  }
});

test('an admin’s marking page requests the open group in full and all other groups as a summary', async ({
  page,
  portal,
}) => {
  const { groupId } = await createGroupOfTwo(portal.url);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await openMarkingPage(page, adminCredentials, `?tab=semester-7&group=${groupId}`);
  await expect(table(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toContain('/api/marks/groups');
  expect(asked).toContain(`/api/groups/${groupId}`);
  expect(asked.filter((path) => /assigned-groups|getgroups/.test(path))).toEqual([]);
});
