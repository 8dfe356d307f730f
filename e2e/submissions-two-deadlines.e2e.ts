import { uploadDocument } from '#contract/documents.ts';
import type { DeadlineSettings } from '#contract/settings/department.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { buildZip } from '#tools/test/files/sample-files.ts';
import { createGroup, toFile } from '#tools/test/people.ts';
import { chooseFile, findSection, openMarksPage } from './marks-page.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin } from './steps.ts';

// The test changes the deadlines.
const test = withSeparatePortal();

const deadline = 'prototype';
const title = 'Prototype';

/** Adds a second deadline for project code files. */
async function addPrototype(url: string) {
  const admin = await logInAsAdmin(url);
  const params = { name: 'deadlines' as const };
  const { version, value } = await admin.call(getSetting, { params });
  const list = value as DeadlineSettings;
  const prototype = { id: deadline, title, due: '2027-05-10 23:59', documents: ['code' as const] };
  const query = { cohort: '2027' };
  await admin.call(saveSetting, { params, query, body: { version, value: [...list, prototype] } });
  return admin;
}

test('a student uses the keyboard to submit an already uploaded file for a second deadline', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 360, height: 900 });
  const admin = await addPrototype(portal.url);
  const { student } = await createGroup(admin, { members: 1 });
  await student.caller.call(uploadDocument, {
    params: { kind: 'code', email: student.email },
    query: { deadline },
    body: { file: toFile(buildZip(), 'prototype.zip') },
  });
  await openMarksPage(page, student);
  const deadlines = page.getByRole('list', { name: 'Deadlines' });
  const final = deadlines.getByRole('listitem').filter({ hasText: 'Final Thesis hard copy' });
  await expect(final).toContainText('Missing: Project code');
  await expect(findSection(page, 'Documents')).toContainText(`for ${title}`);
  const proposal = deadlines.getByRole('listitem').filter({ hasText: 'Proposal & Certificate' });
  await expect(proposal).toContainText('Passed before the group was created');
  const use = final.getByRole('button', {
    name: /^Use the version from .*: Project code for Final/,
  });
  await use.focus();
  await expect(use).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'deadlines with a version to use');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Version 1 submitted for Final Thesis/)).toBeVisible();
  await expect(final).toContainText('Submitted');
  await expect(final).toBeFocused();
  await expect(use).toHaveCount(0);
  await expectNoOverflow(page);

  const card = findSection(page, 'Project code');
  const choice = card.getByRole('combobox', { name: 'Deadline' });
  await choice.click();
  await page.getByRole('option', { name: title }).click();
  await chooseFile(card, 'better.zip', '', buildZip({ 'better.txt': 'better' }));
  await card.getByRole('button', { name: 'Upload project code' }).click();
  const better = findSection(page, 'Documents').getByRole('link', {
    name: /better\.zip \(version 2/,
  });
  await expect(better).toBeVisible();
  await expect(findSection(page, 'Documents')).toContainText(/version 2 · by .* · for Prototype/);
});
