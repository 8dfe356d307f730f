import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findGroup } from '#contract/groups.ts';
import { links } from '#contract/links.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildPdf, buildPng, buildZip } from '#tools/test/files/sample-files.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { chooseFile, findSection, openMarksPage } from './marks-page.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

function uploadsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/upload/')) sent.push(request.url());
  });
  return sent;
}

async function slowDown(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

test('a student uploads each kind of document, and earlier versions remain available', {
  tag: '@story',
}, async ({ page, portal }) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openMarksPage(page, student);
  const documents = findSection(page, 'Documents');
  await expect(documents.getByRole('heading', { level: 3 })).toHaveText([
    'Thesis',
    'Similarity report',
    'Project code',
    'Monthly report',
    'Certificates',
    'Proposal',
    'Fee proof',
  ]);
  const kinds = [
    ['THESIS', 'Thesis', 'thesis.pdf', buildPdf({ title: 'Thesis' })],
    ['SIMILARITY', 'Similarity report', 'similarity.pdf', buildPdf({ title: 'Similarity' })],
    ['CODE', 'Project code', 'code.zip', buildZip()],
    ['CERTIFICATE', 'Certificates', 'certificates.pdf', buildPdf({ title: 'Certificates' })],
  ] as const;
  for (const [kind, label, name, content] of kinds) {
    const card = findSection(page, label);
    await chooseFile(card, name, '', content);
    await card.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByText(`${kind} uploaded successfully.`, { exact: true })).toBeVisible();
    await expect(
      documents.getByRole('link', { name: `${label}: ${name} (version 1` }),
    ).toBeVisible();
    await expect(card).toContainText('· version 1 ·');
    await expect(card).toBeFocused();
  }
  const feeProof = findSection(page, 'Fee proof');
  await chooseFile(feeProof, 'paid.pdf', '', buildPdf({ title: 'Paid' }));
  await feeProof.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('FEE PROOF uploaded successfully.', { exact: true })).toBeVisible();
  await expect(
    documents.getByRole('link', { name: 'Fee proof: paid.pdf (version 2' }),
  ).toBeVisible();

  const thesis = findSection(page, 'Thesis');
  await chooseFile(thesis, 'thesis-final.pdf', '', buildPdf({ title: 'The final one' }));
  await thesis.getByRole('button', { name: 'Upload thesis' }).click();
  const newest = documents.getByRole('link', { name: 'Thesis: thesis-final.pdf (version 2' });
  await expect(newest).toBeVisible();
  const first = documents.getByRole('link', { name: 'Thesis: thesis.pdf (version 1' });
  await expect(first).toBeHidden();
  await thesis.getByText('1 earlier version').click();

  const { group } = await student.caller.call(findGroup, { params: { email: student.email } });
  const firstUpload = group.documents.find(({ name }) => name === 'thesis.pdf');
  // The page shows times in the department's time zone (UTC+5), not in that of the browser (New York).
  const hour = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Karachi' });
  const time = hour.format(new Date(firstUpload?.uploadedAt ?? 0));
  await expect(
    documents.getByText(`, ${time} · version 1 · by ${student.name}`).first(),
  ).toBeVisible();
  for (const link of [newest, first]) {
    await expect(link).toHaveAttribute('target', '_blank');
    const response = await page.request.get((await link.getAttribute('href')) ?? '');
    expect(response.status()).toBe(200);
  }
});

test('a file of the wrong type or above the size limit is rejected before the page sends a request', async ({
  page,
  portal,
}, info) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  const sent = uploadsOf(page);
  await openMarksPage(page, student);
  const thesis = findSection(page, 'Thesis');
  await thesis.getByRole('button', { name: 'Upload thesis' }).click();
  await expect(page.getByText('Missing file or user email.', { exact: true })).toBeVisible();

  await chooseFile(thesis, 'thesis.docx', '', Buffer.from('text'));
  await expect(thesis.getByRole('alert')).toHaveText(
    'Thesis must be a pdf file; “thesis.docx” is not.',
  );
  await thesis.getByRole('button', { name: 'Upload thesis' }).click();

  const code = findSection(page, 'Project code');
  await chooseFile(code, 'code.7z', '', Buffer.from('text'));
  await expect(code.getByRole('alert')).toHaveText(
    'Project code must be a zip or rar file; “code.7z” is not.',
  );

  const report = findSection(page, 'Similarity report');
  const large = info.outputPath('report.pdf');
  await writeFile(large, Buffer.alloc(20 * 1024 * 1024 + 1));
  await report.locator('input[type=file]').setInputFiles(large);
  await expect(report.getByRole('alert')).toContainText(
    'Similarity report must be 20 MB or smaller',
  );
  expect(sent).toEqual([]);
});

test('an upload shows its progress and can be cancelled, and leaving the page during the upload asks for confirmation', async ({
  page,
  portal,
}) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openMarksPage(page, student);
  await slowDown(page, 128 * 1024);
  const thesis = findSection(page, 'Thesis');
  await chooseFile(thesis, 'thesis.pdf', '', buildPdf({ bytes: 2 * 1024 * 1024 }));
  await thesis.getByRole('button', { name: 'Upload thesis' }).click();
  await expect(thesis.getByRole('progressbar', { name: 'Uploading thesis' })).toHaveAttribute(
    'aria-valuenow',
    /^[1-9]\d?$/,
  );
  await expect(thesis).toContainText('of 2 MB');
  await expect(
    findSection(page, 'Project code').getByRole('button', { name: 'Upload' }),
  ).toBeEnabled();

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave and cancel the upload?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();

  await thesis.getByRole('button', { name: 'Cancel' }).click();
  await expect(thesis.getByRole('button', { name: 'Upload thesis' })).toBeVisible();
  await expect(thesis).toContainText('thesis.pdf');
  await expect(findSection(page, 'Documents').getByRole('link', { name: /^Thesis/ })).toHaveCount(
    0,
  );
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('a failed upload shows the error in a toast and next to the file', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 415/, /status of 500/, /ERR_FAILED/);
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openMarksPage(page, student);
  const thesis = findSection(page, 'Thesis');
  const upload = thesis.getByRole('button', { name: 'Upload thesis' });
  const alertWith = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

  await chooseFile(thesis, 'thesis.pdf', '', buildPng());
  await upload.click();
  await expect(alertWith(/thesis\.pdf/)).toHaveCount(2);

  await page.route('**/api/auth/upload/**', (route) => route.fulfill({ status: 500 }));
  await upload.click();
  await expect(alertWith('Upload failed.')).toHaveCount(2);

  await page.unroute('**/api/auth/upload/**');
  await page.route('**/api/auth/upload/**', (route) => route.abort());
  await upload.click();
  await expect(alertWith('Server error during upload.')).toHaveCount(2);

  await page.unroute('**/api/auth/upload/**');
  const path = test.info().outputPath('report.pdf');
  await writeFile(path, buildPdf({ title: 'Chosen' }));
  await thesis.locator('input[type=file]').setInputFiles(path);
  await writeFile(path, buildPdf({ title: 'Changed' }));
  await upload.click();
  await expect(alertWith('report.pdf has changed since you chose it.')).toHaveCount(2);
  const chooser = page.waitForEvent('filechooser');
  await thesis.locator('input[type=file]').press('Enter');
  await (await chooser).setFiles(path);
  await upload.click();
  await expect(thesis.getByRole('status')).toContainText('report.pdf');
});

test('an admin uploads a fee proof for a member on the page of the group', async ({
  page,
  portal,
}) => {
  const { group } = await createGroup(await logInAsAdmin(portal.url));
  const [, member] = group.fypGroupMembers;
  await openPageAs(page, links.groupTab(group.fypGroupName, 'documents'), adminCredentials);
  const section = findSection(page, 'Upload for the group');
  const choose = async (label: string, option: string) => {
    await section.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Kind of file', 'Fee proof');
  await expect(section.getByRole('button', { name: 'Upload' })).toHaveCount(0);
  await choose('Member', member?.name ?? '');
  await chooseFile(section, 'paid.pdf', '', buildPdf({ title: 'Paid' }));
  await expectAccessible(page, 'an upload for a group');
  await section.getByRole('button', { name: 'Upload fee proof' }).click();
  await expect(page.getByText('FEE PROOF uploaded successfully.', { exact: true })).toBeVisible();
  await expect(section.getByRole('status')).toContainText('paid.pdf');
});
