import type { Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { exportListAs, findToast } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

const wiki = 'https://en.wikipedia.org/wiki/Thesis_(academic)';
const row = (page: Page, title: string) =>
  page.getByRole('table', { name: 'Announcements' }).getByRole('row', { name: title });
const announcements = (page: Page) => page.getByRole('region', { name: 'Announcements' });

test('a coordinator previews and sends an announcement to one program, whose students see it until it is withdrawn', {
  tag: '@story',
}, async ({ page, openPage, portal, emails }) => {
  const caller = await logInAsAdmin(portal.url);
  const cyberGroup = await createGroup(caller, { members: 2, program: 'BSCyber' });
  const other = await createGroup(caller, { members: 1, program: 'BSAI' });

  await openPageAs(page, '/', adminCredentials);
  await page.getByRole('link', { name: 'Announcements' }).click();
  await expect(page.getByRole('heading', { name: 'No announcements yet' })).toBeVisible();
  await page.getByRole('button', { name: 'New announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'New announcement' });
  await dialog.getByLabel('Title').fill('Vivas move');
  await dialog
    .getByLabel('Text')
    .fill(`Room 12.\n\nSee https://example.org/vivas and [Wiki](${wiki}).`);
  await dialog.getByRole('radio', { name: 'Some programs' }).check();
  await dialog.getByRole('checkbox', { name: 'BSCyber (1)' }).check();
  await dialog.getByRole('checkbox', { name: 'Also send by email' }).check();

  await page.reload();
  await expect(dialog.getByText('Your unsaved text was restored.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview recipients' }).click();
  await expect(dialog.getByText('It reaches 2 people now: 2 students.')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Recipients' })).toContainText(
    cyberGroup.student.email,
  );
  await expect(
    dialog.frameLocator('iframe').getByRole('link', { name: 'https://example.org/vivas' }),
  ).toBeVisible();
  await expectAccessible(page, 'an announcement and its preview');
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(findToast(page, 'status', 'Published. 2 emails are on the way.')).toBeVisible();
  await expect(row(page, 'Vivas move')).toContainText('Published');
  await expect(row(page, 'Vivas move')).toContainText('2 sent');
  await expectAccessible(page, 'the list of announcements');
  await exportListAs(page, 'CSV');
  await expect(findToast(page, 'status', /Downloaded announcements-.*\.csv/)).toBeVisible();

  const vivas = (address: string) =>
    emails.to(address).filter(({ subject }) => subject === 'Vivas move');
  await expect.poll(() => vivas(cyberGroup.student.email)).toHaveLength(1);
  expect(vivas(cyberGroup.student.email)[0]?.text).toContain('Room 12.');
  expect(vivas(cyberGroup.student.email)[0]?.text).toContain(`Wiki (${wiki}).`);
  expect(vivas(other.student.email)).toEqual([]);

  const student = await openPage();
  await student.setViewportSize({ width: 360, height: 740 });
  await openPageAs(student, '/', cyberGroup.student);
  await expect(announcements(student)).toContainText('Room 12.');
  await expect(
    announcements(student).getByRole('link', { name: /^https:\/\/example\.org\/vivas/ }),
  ).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(announcements(student).getByRole('link', { name: /^Wiki/ })).toHaveAttribute(
    'href',
    wiki,
  );
  await expectAccessible(student, 'an announcement on the desk, 360 px');
  const stranger = await openPage();
  await openPageAs(stranger, '/', other.student);
  await expect(stranger.getByRole('heading', { name: 'What to do next' })).toBeVisible();
  await expect(stranger.getByText('Loading your desk…')).toBeHidden();
  await expect(announcements(stranger)).toBeHidden();

  await row(page, 'Vivas move').getByRole('button', { name: 'Withdraw Vivas move' }).click();
  await page.getByRole('button', { name: 'Withdraw announcement' }).click();
  await expect(
    findToast(page, 'status', /^Announcement withdrawn\. 0 emails cancelled/),
  ).toBeVisible();
  await expect(row(page, 'Vivas move')).toContainText('Withdrawn');
  await student.reload();
  await expect(student.getByRole('list', { name: 'What to do next' })).toBeVisible();
  await expect(announcements(student)).toBeHidden();
});
