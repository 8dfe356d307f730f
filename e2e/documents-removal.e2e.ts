import type { Page } from '@playwright/test';
import { uploadDocument } from '#contract/documents.ts';
import { deleteGroup } from '#contract/groups.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { createGroup, toFile } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { findButton, findToast } from './admin-steps.ts';
import { chooseFile, findSection, openMarksPage } from './marks-page.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin } from './steps.ts';

/** Fails if the page is not accessible, or is wider than the screen, at 360 or 1440 px. */
async function expectAccessibleAtEachWidth(page: Page, state: string) {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${state}, ${width} px`);
    await expectNoOverflow(page, `${state}, ${width} px`);
  }
}

async function createGroupWithTheses(url: string, count: number) {
  const admin = await logInAsAdmin(url);
  const created = await createGroup(admin, { members: 1 });
  const { student } = created;
  for (let version = 1; version <= count; version += 1) {
    const file = toFile(buildPdf({ title: `Version ${version}` }), `thesis-${version}.pdf`);
    const params = { kind: 'thesis' as const, email: student.email };
    await student.caller.call(uploadDocument, { params, body: { file } });
  }
  return { ...created, admin, name: created.group.fypGroupName };
}

test('the marks page states which versions are kept and which the next upload removes', async ({
  page,
  portal,
}) => {
  const { student } = await createGroupWithTheses(portal.url, 5);
  await openMarksPage(page, student);
  const sentence = 'The latest 5 versions and every version that was due or marked are kept.';
  await expect(findSection(page, 'Documents')).toContainText(sentence);
  const thesis = findSection(page, 'Thesis');
  await expect(thesis).toContainText('The next upload removes version 1.');
  await expect(findSection(page, 'Similarity report')).not.toContainText('The next upload removes');

  await chooseFile(thesis, 'thesis-6.pdf', '', buildPdf({ title: 'Version 6' }));
  await findButton(page, 'Upload thesis').click();
  await expect(thesis).toContainText('The next upload removes version 2.');
  const documents = findSection(page, 'Documents');
  await documents.getByText('5 earlier versions').click();
  await expect(documents).toContainText(/Removed on .* because only the latest 5 are kept/);
  await expect(documents.getByRole('link', { name: 'thesis-2.pdf' })).toBeVisible();
  await expect(documents.getByText('thesis-1.pdf')).toBeVisible();
  await expect(documents.getByRole('link', { name: 'thesis-1.pdf' })).toBeHidden();
  await expectAccessibleAtEachWidth(page, 'removed version');
});

test('an admin removes a version with a reason, which the group then sees', async ({
  page,
  openPage,
  portal,
}) => {
  const { student, name } = await createGroupWithTheses(portal.url, 2);
  const reason = 'It contains the medical record of a patient.';
  await openPageAs(page, `/admin?q=${name}`, adminCredentials);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  const label = `Remove Thesis of ${name}, version 2`;
  await findButton(page, label).click();
  const dialog = page.getByRole('dialog', { name: label });
  await expect(dialog).toContainText('This cannot be undone.');
  await expect(dialog).toContainText('Earlier backups will still contain the file.');
  await expectAccessibleAtEachWidth(page, 'dialog');
  await dialog.getByRole('button', { name: 'Remove permanently' }).click();
  await expect(dialog).toContainText('Enter a reason.');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Remove permanently' }).click();
  await expect(findToast(page, 'status', 'Version 2 (Thesis) removed')).toBeVisible();
  await expect(findButton(page, label)).toBeHidden();
  await expect(
    page.getByText(/^Removed on .* by .*: It contains the medical record/),
  ).toBeVisible();
  await findButton(page, 'History').click();
  await expect(page.getByRole('dialog')).toContainText(
    `Thesis removed: thesis-2.pdf (version 2). Reason: ${reason}`,
  );

  const studentPage = await openPage();
  await openMarksPage(studentPage, student);
  const documents = findSection(studentPage, 'Documents');
  await expect(documents).toContainText('It contains the medical record of a patient');
  await expect(documents.getByRole('link', { name: 'thesis-2.pdf' })).toHaveCount(0);
});

test('an admin removes all files of a deleted group', async ({ page, portal }) => {
  const { admin, group, name } = await createGroupWithTheses(portal.url, 1);
  await admin.call(deleteGroup, { params: { groupId: group._id } });
  await openPageAs(page, `/admin?q=${name}&bin=true`, adminCredentials);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await findButton(page, 'Remove all files').click();
  const dialog = page.getByRole('dialog', { name: `Remove all files of ${name}` });
  await dialog.getByLabel('Reason').fill('Unrelated files.');
  await dialog.getByRole('button', { name: 'Remove permanently' }).click();
  await expect(findToast(page, 'status', /files removed$/)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: /^Thesis/ })).toHaveCount(0);
  await expect(page.getByText(/^Removed on .*: Unrelated files$/).first()).toBeVisible();
  await expectAccessibleAtEachWidth(page, 'group without files');
});
