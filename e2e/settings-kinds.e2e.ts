import type { Page } from '@playwright/test';
import { uploadDocument } from '#contract/documents.ts';
import { addCohort, listCohorts } from '#contract/settings/cohorts.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildPdf, buildPng, buildZip } from '#tools/test/files/sample-files.ts';
import {
  buildEmailAddress,
  buildProposal,
  createGroup,
  registerStudent,
  toFile,
} from '#tools/test/people.ts';
import { adminCredentials, type RunningPortal } from '#tools/test/running-portal.ts';
import { chooseFile, findSection, openMarksPage } from './marks-page.ts';
import { expect } from './portal.ts';
import {
  findButton,
  findField,
  openForProposals,
  openSettingsPage,
  saveSettings,
  test,
} from './settings-steps.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

async function addPoster(page: Page) {
  await openSettingsPage(page, '/settings');
  await page.getByRole('link', { name: 'Kinds of files' }).click();
  await findButton(page, 'Add a kind of file').click();
  await findField(page, 'Title').first().fill('Poster');
  await page.getByRole('checkbox', { name: 'PDF' }).check();
  await page.getByRole('checkbox', { name: 'PNG' }).check();
  await findField(page, 'Maximum size').first().fill('20');
  await expectAccessible(page, 'a new kind of file');
  await saveSettings(page, 'Kinds of files');
}

async function addDeadline(page: Page, title: string, due: string) {
  await findButton(page, 'Add a deadline').click();
  await findField(page, 'Title').last().fill(title);
  await findField(page, 'Due').last().fill(due);
  await page.getByRole('checkbox', { name: 'Poster' }).last().check();
}

test('the coordinator adds a poster with two deadlines, a student uploads it, and the supervisor and the board show it', async ({
  page,
  openPage,
  portal,
}) => {
  await addPoster(page);
  await page.goto('/settings/deadlines');
  await addDeadline(page, 'Draft poster', '2027-03-01T23:59');
  await addDeadline(page, 'Final poster', '2027-04-01T23:59');
  await saveSettings(page, 'Deadlines');

  const admin = await logInAsAdmin(portal.url);
  const { student, supervisor, group } = await createGroup(admin, { members: 1 });
  const studentPage = await openPage();
  await openMarksPage(studentPage, student);
  const card = findSection(studentPage, 'Poster');
  await expect(card).toContainText('PDF or PNG, up to 20 MB');
  await chooseFile(card, 'poster.zip', '', buildZip());
  await expect(card).toContainText('Poster must be a pdf or png file');
  await chooseFile(card, 'poster.png', 'image/png', buildPng());
  await expect(card.getByRole('combobox', { name: 'Deadline' })).toHaveValue('Draft poster');
  await card.getByRole('button', { name: 'Upload poster' }).click();
  await expect(studentPage.getByText('POSTER uploaded successfully.')).toBeVisible();
  await expect(card).toContainText('version 1');
  const deadlines = studentPage.getByRole('list', { name: 'Deadlines' }).getByRole('listitem');
  await expect(deadlines.filter({ hasText: 'Draft poster' })).toContainText('Submitted');
  await expect(deadlines.filter({ hasText: 'Final poster' })).toContainText('Missing: Poster');
  await expectAccessible(studentPage, 'the marks page with a poster');

  const staffPage = await openPage();
  await openPageAs(staffPage, `/groups/${group.fypGroupName}?tab=documents`, supervisor);
  const link = findSection(staffPage, 'Documents').getByRole('link', {
    name: /^Poster: poster\.png/,
  });
  await expect(link).toBeVisible();

  await openPageAs(page, `/board?q=${group.fypGroupName}`, adminCredentials);
  const cell = { name: `${group.fypGroupName}, Draft poster: submitted` };
  await expect(page.getByRole('gridcell', cell)).toBeVisible();
});

/** Opens a cohort beside the current one, with one deadline. `propose` creates a group in it. */
async function openSecondCohort(portal: RunningPortal, code: string) {
  const admin = await logInAsAdmin(portal.url);
  const { cohorts } = await admin.call(listCohorts);
  const from = cohorts.find(({ isCurrent }) => isCurrent)?._id ?? '';
  const deadlines = [{ title: 'Courses', due: '2026-11-20 23:00', documents: ['certificate'] }];
  const body = { name: `Session ${code}`, code, from, deadlines };
  await openForProposals(admin, (await admin.call(addCohort, { body })).cohort);
  const query = { cohort: code };
  const propose = async () => {
    const student = await registerStudent(admin);
    const mate = { name: 'Mate', email: buildEmailAddress(`${student.name} mate`) };
    const body = buildProposal([student, mate]);
    const { fypGroupName } = await student.caller.call(submitProposal, { query, body });
    return { student, fypGroupName };
  };
  return { admin, query, propose };
}

test('the page of a group shows the files that its cohort collects, although another cohort is the current one', async ({
  page,
  portal,
}) => {
  const { admin, query, propose } = await openSecondCohort(portal, '2031');
  const params = { name: 'kinds' as const };
  const { version } = await admin.call(getSetting, { params, query });
  const sketch = { id: 'sketch', title: 'Sketch', types: ['png'] };
  const value = { standard: {}, added: [sketch] };
  await admin.call(saveSetting, { params, query, body: { version, value } });
  const { student, fypGroupName } = await propose();
  await student.caller.call(uploadDocument, {
    params: { kind: sketch.id, email: student.email },
    body: { file: toFile(buildPng(), 'sketch.png') },
  });
  await openPageAs(page, `/groups/${fypGroupName}?tab=documents`, adminCredentials);
  const link = findSection(page, 'Documents').getByRole('link', { name: /^Sketch: sketch\.png/ });
  await expect(link).toBeVisible();
});

test('a student who has submitted certificates is told that only those of other members are missing', async ({
  page,
  portal,
}) => {
  const { propose } = await openSecondCohort(portal, '2032');
  const { student } = await propose();
  await openMarksPage(page, student);
  const dueNext = findSection(page, 'Due next');
  const card = findSection(page, 'Certificates');
  await expect(dueNext.getByRole('button', { name: /^Upload certificates/ })).toBeVisible();
  await expect(card).not.toContainText('· uploaded');
  await chooseFile(card, 'certificates.pdf', '', buildPdf());
  await card.getByRole('button', { name: 'Upload certificates' }).click();
  await expect(card).toContainText('· uploaded');
  await expect(dueNext).toContainText('Missing: Certificates of other members');
  await expect(dueNext.getByRole('button', { name: /^Upload certificates/ })).toBeHidden();
});
