import { addCertificate } from '#contract/students/certificates.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { createGroup } from '#tools/test/people.ts';
import { findSection, openMarksPage, uploadWith } from './marks-page.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin } from './steps.ts';

test('the student page begins with the marks so far and what is due next, and ends with the group', async ({
  page,
  portal,
}) => {
  const { student, supervisor } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await openMarksPage(page, student);
  await expect(findSection(page, 'Members')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Due next',
    'Your marks',
    'External viva',
    'Documents',
    'Deadlines',
    'Your certificates',
    'Group details',
    'Members',
  ]);
  const dueNext = findSection(page, 'Due next');
  await expect(dueNext.getByRole('listitem')).toHaveCount(1);
  await expect(dueNext).toContainText('November Monthly Report');
  await expect(dueNext).toContainText('Due 30 November 2026, 23:59 · in 20 days');
  for (const [role, name] of [
    ['link', '0 of 14 milestones marked'],
    ['link', 'Email your supervisor'],
    ['button', 'Upload monthly report: November Monthly Report'],
    ['button', 'Request extension: November Monthly Report'],
  ] as const) {
    const control = page.getByRole('main').getByRole(role, { name, exact: true }).first();
    await expect(control).toBeInViewport({ ratio: 1 });
  }
  const staff = page.getByRole('list', { name: 'Staff' }).getByRole('listitem');
  await expect(staff.filter({ hasText: 'Supervisor' })).toContainText(supervisor.email);
  await expectAccessible(page, 'the student page');
});

test('a file that is chosen in a row of “Due next” is submitted for the deadline of that row', {
  tag: '@story',
}, async ({ page, portal }) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openMarksPage(page, student);
  const dueNext = findSection(page, 'Due next');
  const name = 'Upload monthly report: November Monthly Report';
  const upload = dueNext.getByRole('button', { name });
  const dialog = page.getByRole('dialog', { name });
  await uploadWith(upload, 'november.docx', Buffer.from('text'));
  await expect(dialog.getByRole('alert')).toHaveText(/must be a pdf file; “november.docx” is not/);
  await expectAccessible(page, 'a rejected file');
  await page.keyboard.press('Escape');
  await expect(upload).toBeFocused();

  await uploadWith(upload, 'november.pdf', buildPdf());
  await expect(dialog.getByRole('status')).toContainText('Received');
  await expect(dialog.getByRole('status')).toContainText('november.pdf');
  await expectAccessible(page, 'the receipt');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dueNext).toContainText('December Monthly Report');
  await expect(page.locator('main :focus')).toBeAttached();
  await expect(findSection(page, 'Monthly report')).toContainText(
    'Due 30 November 2026, 23:59 · uploaded',
  );
});

test('every upload shows its due date, even if the clock of the computer is wrong', async ({
  page,
  portal,
}) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.clock.setSystemTime('2027-05-10T08:00:00Z');
  await openMarksPage(page, student);
  const dates = {
    Thesis: 'Due 7 May 2027, 23:59 · in 178 days',
    'Similarity report': 'Due 7 May 2027, 23:59 · in 178 days',
    'Project code': 'Due 30 May 2027, 14:00 · in 201 days',
    Certificates: 'Due 25 September 2025, 23:00 · passed before your group was created',
  };
  for (const [name, due] of Object.entries(dates)) {
    const row = findSection(page, name);
    await expect(row).toContainText(due);
    await expect(row.locator('input[type=file]')).toHaveCount(1);
  }
  await expectNoOverflow(page);
});

test('a student’s certificates are folded to their count until the student opens them or follows a link to them', async ({
  page,
  portal,
}) => {
  const { student, groupId } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  for (const countsFor of ['python', 'java']) {
    await student.caller.call(addCertificate, {
      params: { groupId },
      body: { title: `A course about ${countsFor}`, provider: '', countsFor },
    });
  }
  await openMarksPage(page, student);
  const certificates = findSection(page, 'Your certificates');
  await expect(certificates).toContainText('2 of 8 listed, 0 accepted');
  await expect(certificates.getByText('A course about java')).toBeHidden();
  const show = certificates.getByRole('button', { name: 'Show certificates' });
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  await show.click();
  await expect(certificates.getByText('A course about java')).toBeVisible();
  await certificates.getByRole('button', { name: 'Hide certificates' }).click();
  await expect(certificates.getByText('A course about java')).toBeHidden();
  await page.goto('/students#certificates');
  await page.reload();
  await expect(certificates.getByText('A course about java')).toBeVisible();
});
