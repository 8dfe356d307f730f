import type { Page } from '@playwright/test';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { uploadDocument } from '#contract/documents.ts';
import { links } from '#contract/links.ts';
import type { UploadKind } from '#contract/rules/document-kinds.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildLongPdf } from '#tools/test/files/long-pdf.ts';
import { buildPdf, buildZip } from '#tools/test/files/sample-files.ts';
import { createGroup, type Person, toFile } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { findMarksField, openMarkingPage } from './faculty-steps.ts';
import { recordExecutedPayloads } from './hostile-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin, openPageThroughLogin } from './steps.ts';

const upload = async (student: Person, kind: UploadKind, name: string, content: Uint8Array) =>
  (
    await student.caller.call(uploadDocument, {
      params: { kind, email: student.email },
      body: { file: toFile(content, name) },
    })
  ).document;

async function openDocuments(page: Page, person: { email: string }, name: string) {
  await openPageThroughLogin(page, links.groupTab(name, 'documents'), person);
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
}

const findPages = (page: Page, version = 1) =>
  page.getByRole('document', { name: `Pages of Thesis, version ${version}` });
const findText = (page: Page, text: string, version = 1) =>
  findPages(page, version).locator('.textLayer').getByText(text);
const openPreview = (page: Page, name: string) =>
  page
    .getByRole('link', { name: `Preview ${name}` })
    .first()
    .click();

test('a supervisor reads a thesis beside the documents, searches in it, and still sees it beside the marks', {
  tag: '@story',
}, async ({ page, portal }) => {
  const { student, supervisor, group } = await createGroup(await logInAsAdmin(portal.url));
  const pages = ['First page', 'Second page', 'A zebra on the third page'];
  await upload(student, 'thesis', 'thesis.pdf', buildLongPdf({ pages }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await openDocuments(page, supervisor, group.fypGroupName);
  await openPreview(page, 'thesis.pdf');
  const panel = page.getByRole('complementary', { name: 'Preview: Thesis' });
  await expect(panel.getByRole('heading', { name: 'Preview: Thesis' })).toBeFocused();
  await expect(findText(page, 'First page')).toBeVisible();
  await expectAccessible(page, 'preview of a PDF');

  const search = panel.getByRole('searchbox', { name: 'Search in the PDF' });
  await search.fill('zebra');
  await expect(panel.getByText('1 of 1')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Page of 3' })).toHaveValue('3');
  await search.fill('giraffe');
  await expect(panel.getByText('No matches')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Page of 3' }).fill('1');
  await page.keyboard.press('Enter');
  await expect(findText(page, 'First page')).toBeInViewport();

  await page.getByRole('tab', { name: 'Marks' }).click();
  await expect(page.getByRole('tab', { name: 'Marks' })).toHaveAttribute('aria-selected', 'true');
  await expect(findText(page, 'First page')).toBeVisible();
  await panel.getByRole('button', { name: 'Close the preview' }).click();
  await expect(panel).toBeHidden();
  expect(new URL(page.url()).search).toBe('?tab=marks');

  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(links.milestone('thesis'));
  await page.getByRole('link', { name: 'Open beside the marks thesis.pdf' }).click();
  await expect(findText(page, 'First page')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /: Thesis$/ }).first()).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page, 'a thesis beside the marks in a small window');
});

test('a supervisor reads a thesis beside the marks, J shows that of the next group, and unsaved marks stay', async ({
  page,
  portal,
}) => {
  const admin = await logInAsAdmin(portal.url);
  const [first, second] = [await createGroup(admin), await createGroup(admin)];
  const { supervisor, group, groupId } = first;
  await admin.call(updateGroup, {
    params: { groupId: second.groupId },
    body: { supervisor: supervisor.name },
  });
  await upload(first.student, 'thesis', 'one.pdf', buildPdf({ title: 'The first thesis' }));
  await upload(second.student, 'thesis', 'two.pdf', buildPdf({ title: 'The second thesis' }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMarkingPage(page, supervisor, `?group=${groupId}`);
  const mark = findMarksField(page, first.student, 'Month 1');
  await mark.fill('7');
  await openPreview(page, 'one.pdf');
  await expect(findText(page, 'The first thesis')).toBeVisible();
  await expectAccessible(page, 'a preview beside the marks');
  await page.keyboard.press('j');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(findText(page, 'The second thesis')).toBeVisible();
  await page.keyboard.press('k');
  await expect(findText(page, 'The first thesis')).toBeVisible();
  await expect(mark).toHaveValue('7');

  await page.goto(links.groupTab(second.group.fypGroupName, 'marks'));
  await openPreview(page, 'two.pdf');
  await expect(findText(page, 'The second thesis')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: group.fypGroupName })).toBeVisible();
  await expect(findText(page, 'The first thesis')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Marks' })).toHaveAttribute('aria-selected', 'true');
});

test('the pages of a PDF of 48 MB are requested when they are shown', async ({ page, portal }) => {
  test.setTimeout(120_000);
  const { student, supervisor, group } = await createGroup(await logInAsAdmin(portal.url));
  const pages = Array.from({ length: 300 }, (_, index) => `This is page ${index + 1}`);
  const content = buildLongPdf({ pages, imageBytes: 160_000 });
  await upload(student, 'thesis', 'thesis.pdf', content);
  let bytes = 0;
  page.on('response', (response) => {
    if (response.url().includes('/api/auth/file/'))
      bytes += Number(response.headers()['content-length'] ?? 0);
  });
  await openDocuments(page, supervisor, group.fypGroupName);
  await openPreview(page, 'thesis.pdf');
  await expect(findText(page, 'This is page 1')).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Page of 300' });
  await field.fill('250');
  await field.press('Enter');
  await expect(findText(page, 'This is page 250')).toBeInViewport();
  expect(content.length).toBeGreaterThan(45 * 1024 * 1024);
  // pdf.js aborts the first request, whose length is that of the file.
  expect(bytes - content.length).toBeGreaterThan(0);
  expect(bytes - content.length).toBeLessThan(12 * 1024 * 1024);
});

test('two versions of a PDF are shown side by side', async ({ page, portal }) => {
  const { student, supervisor, group } = await createGroup(await logInAsAdmin(portal.url));
  await upload(student, 'thesis', 'thesis.pdf', buildPdf({ title: 'The first version' }));
  await upload(student, 'thesis', 'thesis.pdf', buildPdf({ title: 'The second version' }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await openDocuments(page, supervisor, group.fypGroupName);
  await openPreview(page, 'thesis.pdf');
  await expect(findText(page, 'The second version', 2)).toBeVisible();
  const version = page.getByLabel('Version', { exact: true });
  await version.focus();
  await version.selectOption({ index: 1 });
  await expect(findText(page, 'The first version', 1)).toBeVisible();
  await expect(version).toBeFocused();
  await version.selectOption({ index: 0 });
  await page.getByLabel('Compare with').selectOption({ index: 1 });
  await expect(findText(page, 'The first version', 1)).toBeVisible();
  await expect(findText(page, 'The second version', 2)).toBeVisible();
  await page.reload();
  await expect(findText(page, 'The first version', 1)).toBeVisible();
});

test('the files of an archive are listed, and text is shown with line numbers', async ({
  page,
  portal,
}) => {
  const { student, supervisor, group } = await createGroup(await logInAsAdmin(portal.url));
  const archive = buildZip({
    'project/src/main.ts': 'const answer = 42;\nconsole.log(answer);\n',
    'project/logo.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
    'project/../../<b>escape</b>.txt': 'A name that looks like a path outside.\n',
    'project/large.csv': 'a,b,c\n'.repeat(100_000),
  });
  await upload(student, 'code', 'code.zip', archive);
  await openDocuments(page, supervisor, group.fypGroupName);
  await openPreview(page, 'code.zip');
  const files = page.getByRole('navigation', { name: 'Files in Project code, version 1' });
  await expect(files).toContainText('4 files');
  await files.getByRole('button', { name: 'src/' }).click();
  await files.getByRole('button', { name: 'main.ts' }).click();
  const lines = page.getByRole('region', { name: 'project/src/main.ts' }).locator('code');
  await expect(lines).toHaveText(['const answer = 42;', 'console.log(answer);']);
  await expectAccessible(page, 'preview of an archive');
  await files.getByRole('button', { name: 'logo.png' }).click();
  await expect(page.getByText('This file contains no text.')).toBeVisible();
  await files.getByRole('button', { name: 'large.csv' }).click();
  await expect(page.getByText('Files larger than 512 kB aren’t displayed.')).toBeVisible();
});

test('in a narrow window the preview covers the page, and Escape returns to the link', async ({
  page,
  portal,
}) => {
  const { student, group } = await createGroup(await logInAsAdmin(portal.url));
  await upload(student, 'thesis', 'thesis.pdf', buildPdf({ title: 'Read on a phone' }));
  await page.setViewportSize({ width: 360, height: 740 });
  await openDocuments(page, student, group.fypGroupName);
  const link = page.getByRole('link', { name: 'Preview thesis.pdf' });
  await link.click();
  await expect(page.getByRole('dialog', { name: 'Preview: Thesis' })).toBeVisible();
  await expect(findText(page, 'Read on a phone')).toBeVisible();
  await expectAccessible(page, 'preview in a narrow window');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(link).toBeFocused();
});

test('a PDF with scripts executes nothing, and its link to a script is not followed', async ({
  page,
  openPage,
  portal,
}) => {
  const traces = await recordExecutedPayloads(page.context());
  const { student, supervisor, group } = await createGroup(await logInAsAdmin(portal.url));
  const script = '<< /S /JavaScript /JS (app.alert\\("ran"\\)) >>';
  const content = buildLongPdf({
    pages: ['A hostile page'],
    catalogue: `/OpenAction ${script} /AA << /WC ${script} >>`,
    firstPage:
      '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>]',
  });
  await upload(student, 'thesis', 'thesis.pdf', content);
  await openDocuments(page, supervisor, group.fypGroupName);
  await openPreview(page, 'thesis.pdf');
  await expect(findText(page, 'A hostile page')).toBeVisible();
  await expect(findPages(page).locator('a[href^="javascript"]')).toHaveCount(0);
  await findText(page, 'A hostile page').click({ force: true });
  await upload(student, 'certificate', 'certificates.pdf', content);
  const office = await openPage();
  await openPageAs(office, `/certificates?q=${group.fypGroupName}`, adminCredentials);
  const students = office.getByRole('list', { name: 'Students' }).getByRole('button');
  await students.filter({ hasText: student.name }).click();
  const certificate = office.getByRole('document', { name: /^Pages of Merged PDF/ });
  await certificate.locator('.textLayer').getByText('A hostile page').click({ force: true });
  await expect(certificate.locator('a[href^="javascript"]')).toHaveCount(0);
  expect(traces).toEqual({ runs: [], dialogs: [] });
});
