import type { Page } from '@playwright/test';
import { uploadDocument } from '#contract/documents.ts';
import { addCertificate } from '#contract/students/certificates.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { findToast } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin } from './steps.ts';

const merged = {
  name: 'merged.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(buildPdf({ title: 'Certificates' })),
};

const areas = ['python', 'java', 'thesis-writing', 'english-speaking'].concat(
  'project-management-and-presentation',
  'optional',
  'optional',
);

const entryOf = (page: Page, name: string, title: string) =>
  page.getByRole('list', { name, exact: true }).getByRole('listitem').filter({ hasText: title });

test('a student enters a certificate, a coordinator checks them with the keyboard and returns one, and the student corrects it', {
  tag: '@story',
}, async ({ page, openPage, portal, emails }) => {
  test.setTimeout(180_000);
  const { group, student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  for (const [index, countsFor] of areas.entries()) {
    await student.caller.call(addCertificate, {
      params: { groupId: group._id },
      body: { title: `Course ${index}`, provider: '', countsFor },
    });
  }
  await openPageAs(page, '/students', student);
  const certificates = page.getByRole('region', { name: 'Your certificates' });
  await expect(certificates).toContainText('7 of 8 listed');
  await page.getByRole('button', { name: 'Add certificate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add certificate' });
  await dialog.getByRole('button', { name: 'Save certificate' }).click();
  await expect(dialog.getByText('The title is required.')).toBeVisible();
  await expectAccessible(page, 'the form of a certificate, light');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add certificate' }).click();
  await dialog.getByLabel('Title').fill('Security');
  await dialog.getByRole('combobox', { name: 'Counts for' }).click();
  await page.getByRole('option', { name: 'Optional', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save certificate' }).click();
  await expect(dialog).toBeHidden();
  await expect(certificates.getByText('The merged PDF is missing.')).toBeVisible();
  await page.getByLabel('Certificates file').setInputFiles(merged);
  await page.getByRole('button', { name: 'Upload certificates' }).click();
  await expect(certificates.getByText('8 certificates need to be checked.')).toBeVisible();
  await expectAccessible(page, 'the student’s certificates');

  const office = await openPage();
  await openPageAs(
    office,
    `/certificates?state=unchecked&q=${group.fypGroupName}`,
    adminCredentials,
  );
  const students = office.getByRole('list', { name: 'Students' });
  await expect(students.getByRole('button')).toHaveCount(1);
  await office.keyboard.press('j');
  await expect(office.getByRole('heading', { name: student.name })).toBeVisible();
  const pdf = office.getByRole('document', { name: `Pages of Merged PDF of ${student.name}` });
  await expect(pdf.getByText('Certificates')).toBeVisible();
  await expectAccessible(office, 'the check of one student, light');
  const status = office.getByRole('status').filter({ hasText: `${student.name}: ` });
  await office.keyboard.press('a');
  await expect(status).toContainText('1 certificate');
  await expect(entryOf(office, 'Certificates', 'Course 0')).toContainText('Accepted');
  await office.keyboard.press('u');
  await expect(entryOf(office, 'Certificates', 'Course 0')).toContainText('Not checked yet');
  await office.keyboard.press('ArrowDown');
  await office.keyboard.press('r');
  const back = office.getByRole('dialog', { name: 'Return “Course 1”' });
  await back.getByRole('button', { name: 'Return certificate' }).click();
  await expect(back.getByText('Enter a reason.')).toBeVisible();
  // Typing the reason must not trigger keyboard shortcuts.
  await back.getByLabel('Reason').pressSequentially('A name is missing.');
  await back.getByRole('button', { name: 'Return certificate' }).click();
  await expect(back).toBeHidden();
  await expect(entryOf(office, 'Certificates', 'Course 1')).toContainText('Returned');
  await office.keyboard.press('Shift+A');
  await expect(status).toContainText('7 certificates');
  await expect(status).toContainText('The result was emailed.');
  await expect(office.getByText('No certificates to check')).toBeVisible();
  await expect
    .poll(() => emails.to(student.email).map(({ subject }) => subject))
    .toContain(`${group.fypGroupName}: your certificates were checked, 1 returned`);

  await page.reload();
  const java = entryOf(page, 'Your certificates', 'Course 1');
  await expect(java).toContainText('Returned: A name is missing.');
  await expect(page.getByRole('button', { name: 'Edit Course 0' })).toHaveCount(0);
  await java.getByRole('button', { name: 'Edit Course 1' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit certificate' });
  await edit.getByLabel('Title').fill('Java, second try');
  await edit.getByRole('button', { name: 'Save certificate' }).click();
  await expect(findToast(page, 'status', '“Java, second try” saved')).toBeVisible();
  await expect(certificates.getByText('One certificate needs to be checked.')).toBeVisible();

  await office.reload();
  await expect(students.getByRole('button')).toHaveCount(1);
  await office.keyboard.press('j');
  await expect(office.getByRole('heading', { name: student.name })).toBeVisible();
  await office.getByRole('button', { name: 'Accept Java, second try' }).click();
  await expect(status).toContainText('1 certificate');
  await page.reload();
  await expect(certificates.getByText('The certificates are complete.')).toBeVisible();
});

test('a list of certificates that was read before an undo does not change the selection', async ({
  page,
  portal,
}) => {
  const { group, student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  for (const title of ['First', 'Second', 'Third']) {
    await student.caller.call(addCertificate, {
      params: { groupId: group._id },
      body: { title, provider: '', countsFor: 'optional' },
    });
  }
  await student.caller.call(uploadDocument, {
    params: { kind: 'certificate', email: student.email },
    body: { file: new File([merged.buffer], merged.name, { type: merged.mimeType }) },
  });
  await openPageAs(page, `/certificates?q=${group.fypGroupName}`, adminCredentials);
  const entries = page.getByRole('list', { name: 'Certificates', exact: true });
  await expect(page.getByRole('list', { name: 'Students' }).getByRole('button')).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(entries).toBeVisible();
  const lists = Promise.withResolvers<void>();
  await page.route('**/api/members/*/certificates', async (route) => {
    const response = await route.fetch();
    await lists.promise;
    await route.fulfill({ response });
  });
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  const undone = Promise.withResolvers<void>();
  await page.route('**/api/members/*/certificates/decision', async (route) => {
    await undone.promise;
    await route.continue();
  });
  await page.keyboard.press('u');
  await expect(entries.getByText('Not checked yet')).toHaveCount(3);
  const received = page.waitForResponse('**/api/members/*/certificates');
  lists.resolve();
  await (await received).finished();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: 'Return “Second”' })).toBeVisible();
  undone.resolve();
});

test('a supervisor opens a student’s certificates on a phone and returns to the list, and the group page shows each member’s state', async ({
  page,
  openPage,
  portal,
}) => {
  const made = await createGroup(await logInAsAdmin(portal.url), { members: 2 });
  const { group, student, supervisor } = made;
  await student.caller.call(addCertificate, {
    params: { groupId: group._id },
    body: { title: 'Mine alone', provider: '', countsFor: 'java' },
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await openPageAs(page, '/certificates', supervisor);
  await page.getByRole('button', { name: student.name }).click();
  await expect(page.getByText('Mine alone')).toBeVisible();
  await expectAccessible(page, 'one student on a phone');
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page.getByRole('list', { name: 'Students' })).toBeVisible();
  await expectAccessible(page, 'the list on a phone');

  const shared = await openPage();
  await openPageAs(shared, `/groups/${group.fypGroupName}`, student);
  await expect(shared.getByText('Incomplete')).toHaveCount(1);
  await expect(shared.getByText('Missing', { exact: true })).toHaveCount(1);
});
