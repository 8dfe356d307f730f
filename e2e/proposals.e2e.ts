import { findGroup, listGroups } from '#contract/groups.ts';
import { eligibilityErrorMessage } from '#contract/rules/eligibility.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import {
  buildEmailAddress,
  buildProposal,
  createUniqueName,
  registerStudent,
} from '#tools/test/people.ts';
import { expect, test } from './portal.ts';
import {
  answerEligibilityQuestions,
  createFilePayload,
  fillMember,
  fillProjectFields,
  findMemberRegion,
  findSubmitButton,
  first,
  noGroupErrorPattern,
  openProposalForm,
  openProposalPage,
  recordProposalRequests,
  second,
  third,
} from './proposal-steps.ts';
import { expectAccessible, logInAsAdmin, pauseClock } from './steps.ts';

test.beforeEach(({ allowed }) => void allowed.push(noGroupErrorPattern));

test('a disqualifying answer to a proposal question restarts the questions after 2 s', {
  tag: '@story',
}, async ({ page, portal }) => {
  await openProposalPage(page, await registerStudent(new ApiCaller(portal.url)));
  await page.clock.install();
  await page.reload();
  const question = page.getByRole('heading', { level: 2 }).first();
  for (const [answers, failing] of [
    [['No', 'Yes'], second],
    [['Yes', 'No', 'No'], third],
  ] as const) {
    await expect(question).toHaveText(first);
    await pauseClock(page);
    await answerEligibilityQuestions(page, ...answers);
    await expect(question).toHaveText(failing);
    await expect(page.getByRole('alert')).toHaveText(eligibilityErrorMessage);
    await expect(page.getByRole('button', { name: 'Yes', exact: true })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'No', exact: true })).toBeDisabled();
    await expect(page.getByRole('button', { name: answers.at(-1), exact: true })).toBeFocused();
    await page.clock.runFor(1900);
    await expect(question).toHaveText(failing);
    await page.clock.runFor(200);
    await expect(question).toHaveText(first);
    await expect(question).toBeFocused();
    await expect(page.getByText('Question 1 of 3')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.clock.resume();
  }
});

test('a student submits a proposal with files and sees the new group', { tag: '@story' }, async ({
  page,
  portal,
}) => {
  const student = await registerStudent(new ApiCaller(portal.url));
  const mate = createUniqueName('Mate');
  await openProposalForm(page, student);
  await expect(findMemberRegion(page, 1).getByLabel('Full name')).toHaveValue(student.name);
  await expect(findMemberRegion(page, 1).getByLabel('Email')).toHaveValue(student.email);
  await fillProjectFields(page, 'A greenhouse that waters itself');
  await fillMember(findMemberRegion(page, 1), student);
  await page.getByRole('button', { name: 'Add member' }).click();
  await expect(findMemberRegion(page, 2).getByLabel('Full name')).toBeFocused();
  const remove = page.getByRole('button', { name: /^Remove member/ });
  await expect(remove, 'the first member stays').toHaveAccessibleName('Remove member 2');
  await fillMember(findMemberRegion(page, 2), { name: mate, email: buildEmailAddress(mate) });
  await findMemberRegion(page, 2)
    .getByLabel('Certificates')
    .setInputFiles(createFilePayload('merged.pdf', buildPdf()));
  await findSubmitButton(page).click();

  await expect(page.getByText('Group Created Successfully!')).toBeVisible();
  const { group } = await student.caller.call(findGroup, { params: { email: student.email } });
  expect(group.fypGroupName).toMatch(/^BSSE-2027-\d{3}$/);
  expect(group.supervisor).toBe('other');
  expect(group.fypGroupMembers.map(({ name }) => name)).toEqual([student.name, mate]);
  expect(group.documents.map(({ name }) => name)).toContain('proposal.docx');
  const card = page.getByRole('region', { name: 'Your group' });
  await expect(card).toBeFocused();
  await expect(card).toContainText(group.fypGroupName);
  const stored = await page.evaluate(() => Object.entries(localStorage));
  expect(Object.fromEntries(stored).groupId).toBe(group._id);
  expect(stored.filter(([key]) => key.startsWith('draft:'))).toEqual([]);

  await card.getByRole('link', { name: 'Open your group' }).click();
  await expect(page).toHaveURL(/\/students$/);
  await page.goto('/proposal');
  await expect(page.getByText(`You’re in group ${group.fypGroupName}`)).toBeVisible();
});

test('double-clicking the submit button creates only one group', async ({ page, portal }) => {
  const title = createUniqueName('Doubled project');
  const student = await registerStudent(new ApiCaller(portal.url));
  await openProposalForm(page, student);
  await fillProjectFields(page, title);
  await fillMember(findMemberRegion(page, 1), student);
  const sent = recordProposalRequests(page);
  await findSubmitButton(page).dblclick();
  await expect(page.getByRole('region', { name: 'Your group' })).toBeVisible();
  expect(sent).toHaveLength(1);
  const office = await logInAsAdmin(portal.url);
  expect((await office.call(listGroups, { query: { page: 1, limit: 9, q: title } })).total).toBe(1);
});

test('submitting a proposal shows the progress, can be cancelled, and shows an error if the request fails', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/creategroup/);
  const student = await registerStudent(new ApiCaller(portal.url));
  await openProposalForm(page, student);
  await fillProjectFields(page, 'A proposal over a slow line');
  await fillMember(findMemberRegion(page, 1), student);
  const proposal = page.getByLabel('Proposal file');
  await proposal.setInputFiles(createFilePayload('long.pdf', buildPdf({ bytes: 1_000_000 })));
  const line = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 20, downloadThroughput: -1 };
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 50_000 });
  await findSubmitButton(page).click();
  await expect(page.getByRole('progressbar', { name: 'Submitting proposal' })).toBeVisible();
  await expect(page.getByText(/^[1-9]\d?%$/)).toBeVisible();
  await expect(page.getByLabel('Project title')).toHaveAttribute('readonly');
  await expect(proposal).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(findSubmitButton(page)).toBeFocused();

  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  await page.route(`**${submitProposal.path}?*`, (route) => route.abort());
  await findSubmitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Something went wrong! Please check your connection.',
  );
  await page.unroute(`**${submitProposal.path}?*`);
  await page.route(`**${submitProposal.path}?*`, (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await findSubmitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to submit group. Please try again.');
});

test('leaving the proposal form with selected files asks for confirmation', async ({
  page,
  portal,
}) => {
  await openProposalForm(page, await registerStudent(new ApiCaller(portal.url)));
  await page
    .getByLabel('Proposal file')
    .setInputFiles(createFilePayload('proposal.pdf', buildPdf()));
  const link = page.getByRole('link', { name: 'FYP Categories' }).first();
  await link.click();
  const dialog = page.getByRole('dialog', { name: 'Leave without submitting?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTitle('proposal.pdf')).toBeVisible();
  await link.click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/fypcategories$/);
});

test('a student with an unconfirmed email sees a message instead of the proposal questions', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 403 .*\/api\/auth\/group\//);
  const student = await registerStudent(new ApiCaller(portal.url));
  const message = 'Your email is not confirmed yet.';
  let isConfirmed = false;
  await page.route('**/api/auth/group/*', (route) =>
    isConfirmed
      ? route.continue()
      : route.fulfill({ status: 403, json: { code: 'unconfirmed', message, error: message } }),
  );
  await openProposalPage(page, student);
  await expect(page.getByRole('heading', { name: 'Confirm your email first' })).toBeVisible();
  isConfirmed = true;
  await page.getByRole('button', { name: 'I have confirmed my email' }).click();
  await expect(page.getByRole('heading', { name: first })).toBeVisible();
});

test('the proposal page is accessible, and each answer moves the focus on', async ({
  page,
  portal,
}) => {
  const student = await registerStudent(new ApiCaller(portal.url));
  await openProposalPage(page, student);
  await expect(page.getByRole('heading', { name: first })).toBeVisible();
  await expectAccessible(page, 'a question');
  await answerEligibilityQuestions(page, 'Yes', 'Yes');
  await expectAccessible(page, 'the restart');
  const question = page.getByRole('heading', { level: 2 }).first();
  await expect(question).toHaveText(first);
  await page.getByRole('button', { name: 'No', exact: true }).press('Enter');
  await expect(question).toHaveText(second);
  await expect(question).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Question 2 of 3' })).toBeVisible();
  await answerEligibilityQuestions(page, 'No', 'Yes');
  await expect(page.getByRole('form', { name: 'Group proposal' })).toBeFocused();
  await page.getByRole('button', { name: 'Add member' }).click();
  await findSubmitButton(page).click();
  await expect(page.getByRole('group', { name: /^Fix \d+ errors?$/ })).toBeVisible();
  await expectAccessible(page, 'the form with faults');
  await page.getByRole('combobox', { name: 'Program' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'an open list');
  await student.caller.call(submitProposal, { body: buildProposal([student]) });
  await page.reload();
  await expect(page.getByText('You’re in group')).toBeVisible();
  await expectAccessible(page, 'the group');
});
