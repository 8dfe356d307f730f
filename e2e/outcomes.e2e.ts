import type { Page } from '@playwright/test';
import { saveMarks } from '#contract/marks.ts';
import { addCohort, listCohorts } from '#contract/settings/cohorts.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { readSheetRecords } from '#tools/test/files/workbook.ts';
import { buildProposal, createGroup, registerStudent } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { bytesOf, download, pagesOf } from './download-steps.ts';
import { expect, withSeparatePortal } from './portal.ts';
import {
  findButton,
  findField,
  openForProposals,
  openSettingsPage,
  saveSettings,
} from './settings-steps.ts';
import { addFilter, expectAccessible, expectNoOverflow, logInAsAdmin } from './steps.ts';

// Other tests convert all marks of their portal.
const test = withSeparatePortal();

async function choose(page: Page, label: string, option: string) {
  await page
    .getByRole('combobox', { name: new RegExp(`^${label}`) })
    .last()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function addPlo(page: Page, code: string, title: string) {
  await findButton(page, 'Add a PLO').click();
  await findField(page, 'Code').last().fill(code);
  await findField(page, 'Title').last().fill(title);
  await findField(page, 'Description').last().fill(`${title} in complex projects.`);
}

/** Adds an entry to a list of milestones or PLOs with weights. */
async function addWeighted(
  page: Page,
  noun: string,
  label: string,
  option: string,
  weight: string,
) {
  await page
    .getByRole('button', { name: `Add a ${noun}` })
    .last()
    .click();
  await choose(page, label, option);
  await findField(page, 'Weight').last().fill(weight);
}

/** Defines PLO1 = (2 × CLO1 + 1 × CLO2) / 3, with CLO1 = (1 × proposal + 3 × viva) / 4 and CLO2 = progress report. */
async function defineOutcomes(page: Page) {
  await addPlo(page, 'PLO1', 'Problem analysis');
  await findButton(page, 'Add a CLO').click();
  await findField(page, 'Code').last().fill('CLO1');
  await findField(page, 'Description').last().fill('Analyse a problem and justify the solution.');
  await addWeighted(page, 'milestone', 'Milestone', 'Proposal', '1');
  await addWeighted(page, 'milestone', 'Milestone', 'First internal viva', '3');
  await addWeighted(page, 'mapping', 'PLO', 'PLO1', '2');
  await findButton(page, 'Add a CLO').click();
  await findField(page, 'Code').last().fill('CLO2');
  await findField(page, 'Description').last().fill('Report progress in writing.');
  await addWeighted(page, 'milestone', 'Milestone', 'Progress report', '1');
  await addWeighted(page, 'mapping', 'PLO', 'PLO1', '0');
}

type Marks = Record<string, number>;

async function createMarkedGroup(admin: ApiCaller, program: string, marks: readonly Marks[]) {
  const group = await createGroup(admin, { members: marks.length, program });
  const cells = group.group.fypGroupMembers.map(({ _id }, at) => [
    _id,
    Object.fromEntries(
      Object.entries(marks[at] ?? {}).map(([key, value]) => [key, { marks: value }]),
    ),
  ]);
  const body = { semester: 'Semester 7', groupId: group.groupId, marks: Object.fromEntries(cells) };
  await group.supervisor.caller.call(saveMarks, { body });
  return group;
}

/** Opens another cohort with the same outcomes, and a student whom the current cohort must not list. */
async function createNeighbour(admin: ApiCaller) {
  const { cohorts } = await admin.call(listCohorts);
  const from = cohorts.find(({ isCurrent }) => isCurrent)?._id ?? '';
  const deadlines = [{ title: 'Proposal', due: '2027-11-20 23:00' }];
  const { cohort } = await admin.call(addCohort, {
    body: { name: 'Session 2041', code: '2041', from, deadlines },
  });
  await openForProposals(admin, cohort);
  const student = await registerStudent(admin);
  await student.caller.call(submitProposal, {
    query: { cohort: '2041' },
    body: buildProposal([student]),
  });
  return student;
}

test('an admin defines learning outcomes, sees their attainment from the marks of students, and saves the report', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 400/);
  await openSettingsPage(page, '/insights/outcomes');
  await expect(page.getByRole('heading', { name: 'No learning outcomes defined' })).toBeVisible();
  await expectAccessible(page, 'no learning outcomes');
  await page.getByRole('link', { name: 'Settings, Learning outcomes' }).click();
  await expect(page.getByRole('heading', { name: 'Learning outcomes', level: 1 })).toBeVisible();
  await defineOutcomes(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText('This is 0. Enter a number of 0.01 or more.', { exact: false }).first(),
  ).toBeVisible();
  await findField(page, 'Weight').last().fill('1');
  await expectAccessible(page, 'the form of learning outcomes');
  await saveSettings(page, 'Learning outcomes');
  await expect(page.getByRole('button', { name: /^CLO1/ })).toContainText('2 milestones, 1 PLO');

  const admin = await logInAsAdmin(portal.url);
  // CLO1: (80 + 3 × 75) / 4 = 76.25 %. CLO2: 70 %. PLO1: (2 × 76.25 + 70) / 3 = 74.17 %.
  // CLO1: (50 + 3 × 40) / 4 = 42.5 %, without a progress report.
  const bscs = await createMarkedGroup(admin, 'BSCS', [
    { proposal: 8, firstInternalViva: 15, progressReport: 14 },
    { proposal: 5, firstInternalViva: 8 },
  ]);
  const bsse = await createMarkedGroup(admin, 'BSSE', [{ progressReport: 5 }]);
  const neighbour = await createNeighbour(admin);

  await page.goto('/insights');
  await page.getByRole('link', { name: 'Learning outcomes' }).click();
  await expect(page).toHaveURL(/\/insights\/outcomes$/);
  const attainment = page.getByRole('table', { name: 'Attainment' });
  // PLO1 of the third student is 25 %, so that 1 of 3 attains it: the mean is (74.17 + 42.5 + 25) / 3.
  await expect(attainment.getByRole('row', { name: /^PLO1/ })).toHaveText(
    'PLO1Problem analysis33.33Below3147.222',
  );
  await expect(attainment.getByRole('row', { name: /^CLO1/ })).toContainText('50.00Below2159.380');
  const students = page.getByRole('table', { name: 'Students' });
  const weak = students.getByRole('row', { name: bscs.mates[0]?.name ?? '' });
  await expect(weak).toContainText('42.50belowmarks missing');
  await expect(students.getByRole('row')).toHaveCount(4);
  await expect(page.getByText(neighbour.name)).toHaveCount(0);
  const trend = page.getByRole('table', { name: 'Trend' });
  await expect(trend.getByRole('row', { name: /^PLO1/ })).toHaveText('PLO133.33of 3–of 0');
  await expectAccessible(page, 'the attainment of learning outcomes');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'the attainment of learning outcomes, 360 px');
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await choose(page, 'Sort by', 'Highest attainment first');
  await addFilter(page, 'Outcome');
  await page.getByRole('option', { name: 'CLO2', exact: true }).click();
  await expect(students.getByRole('row').nth(1)).toContainText(bscs.student.name);
  await expect(students.getByRole('row').nth(2)).toContainText(bsse.student.name);
  await addFilter(page, 'State');
  await page.getByRole('option', { name: 'No marks' }).click();
  await expect(students.getByRole('row')).toHaveCount(2);
  await choose(page, 'Program', 'BSSE');
  await page.getByRole('button', { name: 'Show all students' }).click();
  await expect(students.getByRole('row')).toHaveCount(4);
  await choose(page, 'Program', 'BSCS');
  await expect(attainment.getByRole('row', { name: /^CLO2/ })).toContainText(
    '100.00Attained1170.000',
  );

  const report = await download(page, () =>
    page.getByRole('button', { name: 'Report (PDF)' }).click(),
  );
  expect(report.suggestedFilename()).toMatch(/^learning-outcomes-\w+-BSCS-.*\.pdf$/);
  const text = (await pagesOf(report)).join(' ');
  expect(text).toContain('Proposal × 1, First internal viva × 3');
  expect(text).toContain('PLO1 2 1 50.00 58.34 1 below');
  const saveStudents = page
    .getByRole('region', { name: 'Students', exact: true })
    .getByRole('button', { name: 'Export' });
  await saveStudents.click();
  const sheet = await download(page, () => page.getByRole('menuitem', { name: 'Excel' }).click());
  expect(await readSheetRecords(await bytesOf(sheet))).toMatchObject([
    { Name: bscs.student.name, 'PLO1 (%)': 74.17, 'CLO1 (%)': 76.25, 'CLO2 (%)': 70 },
    { 'PLO1 (%)': 42.5, 'Below the threshold': 'PLO1, CLO1', 'Marks missing': 'PLO1, CLO2' },
  ]);
});

test('removing a milestone with marks asks what happens to the learning outcomes and then to the marks', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 409/);
  await openSettingsPage(page, '/settings/outcomes');
  await findButton(page, 'Add a CLO').click();
  await findField(page, 'Code').last().fill('CLO8');
  await findField(page, 'Description').last().fill('Work as a team.');
  await addWeighted(page, 'milestone', 'Milestone', 'Team collaboration', '1');
  await saveSettings(page, 'Learning outcomes');
  const admin = await logInAsAdmin(portal.url);
  await createMarkedGroup(admin, 'BSCS', [{ teamCollaboration: 6 }]);

  await page.goto('/settings/scheme');
  await page
    .getByRole('form')
    .getByRole('button', { name: /^Semester 7/ })
    .click();
  await findButton(page, 'Remove: Team collaboration').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Removed entries are in use' });
  await expect(dialog).toContainText('Course learning outcome CLO8');
  await expectAccessible(page, 'the question about a removed milestone');
  await dialog.getByRole('button', { name: 'Save all changes' }).click();
  await page.getByRole('radio', { name: 'Remove the marks' }).check();
  await page.getByRole('button', { name: 'Show each mark before and after' }).click();
  await page.getByRole('button', { name: 'Convert the marks and save' }).click();
  await expect(page.getByText('Marking scheme saved')).toBeVisible();
  await openPageAs(page, '/settings/outcomes', adminCredentials);
  await expect(page.getByRole('button', { name: /^CLO8/ })).toContainText('0 milestones');
});
