import { addCertificate } from '#contract/students/certificates.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { createGroup } from '#tools/test/people.ts';
import { chooseFile, findSection, openMarksPage } from './marks-page.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

test('the student page begins with what is due next and a link to its upload, and ends with the group', async ({
  page,
  portal,
}) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
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
  await expect(dueNext).toContainText('Due 30 November 2026, 23:59, in 20 days');
  await expectAccessible(page, 'the student page');

  await dueNext.getByRole('link', { name: 'Upload monthly report' }).click();
  const report = findSection(page, 'Monthly report');
  await expect(report).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(report.getByRole('combobox', { name: 'Month' })).toBeFocused();
  await chooseFile(report, 'november.pdf', '', buildPdf());
  await report.getByRole('button', { name: 'Upload monthly report' }).click();
  await expect(dueNext).toContainText('December Monthly Report');
  await expect(report).toContainText('Due 30 November 2026, 23:59 · uploaded');
});

test('every upload shows its due date, and says if the date has passed without a file', async ({
  page,
  portal,
}) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
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
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await page.clock.setSystemTime('2027-05-10T08:00:00Z');
  await page.reload();
  await expect(findSection(page, 'Thesis')).toContainText(
    'Due 7 May 2027, 23:59 · overdue by 2 days',
  );
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
