import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { findToast } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

const marchReport = 'March Monthly Report';
const asked = `Request extension: ${marchReport}`;
const report = { name: 'march.pdf', mimeType: 'application/pdf', buffer: Buffer.from(buildPdf()) };

test('a group requests an extension, the coordinator approves it, and the supervisor sees the submitted report', {
  tag: '@story',
}, async ({ page, openPage, portal, emails }) => {
  test.setTimeout(120_000);
  const { group, student, supervisor } = await createGroup(await logInAsAdmin(portal.url), {
    members: 1,
  });
  const name = group.fypGroupName;
  await openPageAs(page, '/students', student);
  await page.getByRole('list', { name: 'Deadlines' }).getByRole('button', { name: asked }).click();
  const dialog = page.getByRole('dialog', { name: asked });
  await dialog.getByRole('button', { name: 'Request extension' }).click();
  await expect(dialog.getByText('Choose a date and time.')).toBeVisible();
  await dialog.getByLabel('New date').fill('2027-04-15T12:00');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Our supervisor is abroad.');
  await expectAccessible(page, 'the request, light');
  await dialog.getByRole('button', { name: 'Request extension' }).click();
  await expect(findToast(page, 'status', 'Your request was sent to the FYP office.')).toBeVisible();
  await expect(page.getByText('requested 15 April 2027, 12:00; not decided yet')).toBeVisible();

  const office = await openPage();
  await openPageAs(office, '/', adminCredentials);
  await expect(office.getByRole('link', { name: /requests? an extension\.$/ })).toBeVisible();
  await office.getByRole('button', { name: `Approve the extension of ${name}` }).click();
  const grant = office.getByRole('dialog', { name: `Approve the extension of ${name}` });
  await expect(grant.getByLabel('New date')).toHaveValue('15 April 2027, 12:00');
  await grant.getByRole('button', { name: 'Approve extension' }).click();
  await expect(findToast(office, 'status', 'Extension approved.')).toBeVisible();
  await expect(
    office.getByRole('button', { name: `Approve the extension of ${name}` }),
  ).toBeHidden();
  await expectAccessible(office, 'the coordinator’s desk');
  await expect
    .poll(() => emails.to(student.email).map(({ subject }) => subject))
    .toContain(`${marchReport}: new date`);

  await page.reload();
  const row = page.getByRole('list', { name: 'Deadlines' }).getByRole('listitem');
  const deadline = row.filter({ hasText: marchReport });
  await expect(deadline).toContainText('Extended');
  await expect(deadline).toContainText(
    'Due 15 April 2027, 12:00, for everyone else 31 March 2027, 23:59',
  );
  await page.getByRole('combobox', { name: 'Month' }).click();
  await page.getByRole('option', { name: marchReport }).click();
  await page.getByLabel('Monthly report file').setInputFiles(report);
  await page.getByRole('button', { name: 'Upload monthly report', exact: true }).click();
  await expect(findToast(page, 'status', 'REPORT uploaded successfully.')).toBeVisible();
  await expect(page.getByText('Received', { exact: true })).toBeVisible();
  await expect(page.getByText(/^SHA-256 [0-9a-f]{64}$/)).toBeVisible();
  await expect(deadline).toContainText('Submitted');

  const staff = await openPage();
  await openPageAs(staff, '/', supervisor);
  await staff.getByRole('link', { name: `${name} submitted its monthly report` }).click();
  await expect(staff).toHaveURL(`/groups/${name}?tab=documents`);
  await expect(staff.getByRole('link', { name: /march\.pdf \(version/ })).toBeVisible();
  await expectAccessible(staff, 'the group’s page, light');
});

test('a user creates a calendar URL, sees it only once, and revokes it', async ({
  page,
  portal,
}) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openPageAs(page, '/', student);
  await page.getByRole('button', { name: 'Create URL' }).click();
  const address = await page.getByLabel('Calendar URL').inputValue();
  const read = () => page.request.get(address);
  expect(await (await read()).text()).toContain('SUMMARY:March Monthly Report');
  await page.reload();
  await expect(page.getByText(/^The URL was created on/)).toBeVisible();
  await expect(page.getByLabel('Calendar URL')).toBeHidden();
  await page.getByRole('button', { name: 'Revoke URL' }).click();
  await expect(findToast(page, 'status', 'Calendar URL revoked')).toBeVisible();
  expect((await read()).status()).toBe(404);
});

test('a student turns reminders off and on with the keyboard', async ({ page, portal }) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openPageAs(page, '/', student);
  const reminders = page.getByRole('switch', { name: /^Email me before deadlines/ });
  await expect(reminders).toBeChecked();
  await reminders.press('Space');
  await expect(reminders).not.toBeChecked();
  await page.reload();
  await expect(reminders).not.toBeChecked();
  await reminders.press('Space');
  await expect(reminders).toBeChecked();
});
