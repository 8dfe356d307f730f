import type { Page } from '@playwright/test';
import { saveMarks } from '#contract/marks.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildProposal, createGroup, registerStudent } from '#tools/test/people.ts';
import { findSection, openMarksPage } from './marks-page.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin, submitLoginForm } from './steps.ts';

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Assessment marks' }).getByRole('row', { name });

test('a student sees their group and their own marks, but no other member’s marks', {
  tag: '@story',
}, async ({ page, portal }) => {
  const { student, supervisor, examiner, groupId, group } = await createGroup(
    await logInAsAdmin(portal.url),
  );
  const [leader, mate] = group.fypGroupMembers;
  if (!leader || !mate) throw new Error('The group has two members.');
  await supervisor.caller.call(saveMarks, {
    body: {
      semester: 'Semester 7',
      groupId,
      marks: {
        [leader._id]: {
          proposal: { marks: 8.5, feedback: 'A clear scope.' },
          month1: { marks: 0 },
          firstInternalViva: { marks: 17.25 },
        },
        [mate._id]: { proposal: { marks: 3, feedback: 'Words for the mate alone.' } },
      },
    },
  });
  await examiner.caller.call(saveMarks, {
    body: {
      semester: 'External Viva',
      groupId,
      marks: { [leader._id]: { externalViva: { marks: 36 } } },
      vivaDate: '2027-05-22',
      vivaFeedback: 'A convincing defence.',
    },
  });

  await openMarksPage(page, student);
  const details = page.getByRole('table', { name: 'Group details' });
  for (const [label, value] of [
    ['Group name', group.fypGroupName],
    ['Program', 'BSCS'],
    ['Project title', 'A portal for final-year projects'],
    ['Category', 'Web Development'],
  ]) {
    await expect(details.getByRole('row', { name: `${label} ${value}` })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: supervisor.email })).toHaveAttribute(
    'href',
    `mailto:${supervisor.email}`,
  );
  await expect(row(page, 'Proposal')).toHaveText(/8\.5 of 10.*A clear scope\./);
  await expect(row(page, 'Month 1')).toHaveText(/0 of 10.*No feedback/);
  await expect(row(page, 'Month 2')).toHaveText(/0 of 10 Not marked yet.*No feedback/);
  await expect(row(page, 'Semester 7')).toContainText(
    '25.75 of 10025.75 of 40 marked so far (64.4%), 3 of 8 milestones',
  );
  await expect(row(page, 'Semester 8')).toContainText('0 of 60Nothing marked yet');
  await expect(row(page, 'Overall')).toContainText(
    '61.75 of 20061.75 of 80 marked so far (77.2%), 4 of 14 milestones',
  );

  const viva = findSection(page, 'External viva');
  await expect(viva).toContainText('22 May 2027');
  await expect(viva.getByText('pending', { exact: true })).toBeVisible();
  await expect(viva).toContainText('A convincing defence.');
  await expect(page.getByText('Words for the mate alone.')).toHaveCount(0);
});

test('a student without a group sees instructions, and sees the group once another member has submitted a proposal', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 404/);
  const anyone = new ApiCaller(portal.url);
  const [student, mate] = [await registerStudent(anyone), await registerStudent(anyone)];
  await openMarksPage(page, student);
  await expect(page.getByRole('heading', { name: 'No details found.' })).toBeVisible();
  await expect(page.getByText(student.email)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Propose a project' })).toHaveAttribute(
    'href',
    '/proposal',
  );
  expect(await page.evaluate(() => localStorage.getItem('groupId'))).toBeNull();

  const { groupId } = await mate.caller.call(submitProposal, {
    body: buildProposal([mate, student]),
  });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('table', { name: 'Group details' })).toContainText(
    'Not assigned yet',
  );
  expect(await page.evaluate(() => localStorage.getItem('groupId'))).toBe(groupId);
});

test('the marks page shows a loading error and loads after a retry', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 500/, /ERR_FAILED/);
  const { student, group } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await page.route('**/api/auth/group/**', (route) => route.fulfill({ status: 500 }));
  await openMarksPage(page, student);
  await expect(page.getByRole('heading', { name: 'Failed to fetch details' })).toBeVisible();

  await page.unroute('**/api/auth/group/**');
  await page.route('**/api/auth/group/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(
    page.getByRole('heading', { name: 'Server error. Please try again later.' }),
  ).toBeVisible();

  await page.unroute('**/api/auth/group/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(group.fypGroupName, { exact: true })).toBeVisible();
});

test('the marks page asks a student to log in if the browser’s storage contains no email', async ({
  page,
  portal,
}) => {
  const { student, group } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openMarksPage(page, student);
  await page.evaluate(() => localStorage.removeItem('email'));
  await page.reload();
  const heading = page.getByRole('heading', { name: 'No email found. Please login first.' });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('link', { name: 'Log in' }).click();
  await submitLoginForm(page, student);
  await expect(page.getByText(group.fypGroupName, { exact: true })).toBeVisible();
});

test('a group and its marks print on one A4 page, with signature lines and without the navigation', async ({
  page,
  portal,
}) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 3 });
  await openMarksPage(page, student);
  await expect(page.getByRole('table', { name: 'Group details' })).toContainText('BSCS');
  const sheet = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(sheet.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table', { name: 'Assessment marks' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByText(/^Printed on \d+ \w+ \d{4}/)).toBeVisible();
  await expect(page.getByText(/University$/).first()).toBeVisible();
  await expect(page.getByText(/Session 2026–27/).first()).toBeVisible();
  await expect(page.getByText('Project coordinator, date and signature')).toBeVisible();
  const proposal = page
    .getByRole('table', { name: 'Assessment marks' })
    .getByRole('row', { name: 'Proposal' });
  await expect(proposal.getByText('0', { exact: true })).toBeHidden();
  await expect(proposal.getByText('of 10')).toBeVisible();
});
