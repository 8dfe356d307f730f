import type { Locator, Page } from '@playwright/test';
import { eligibilityQuestions, eligibilityViolated } from '#contract/eligibility.ts';
import { findGroup, listGroups } from '#contract/groups.ts';
import { submitProposal } from '#contract/proposals.ts';
import { login } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import {
  aGroup,
  aMember,
  aName,
  aProposal,
  aStudent,
  emailOf,
  type Person,
  password,
} from '#tools/test/people.ts';
import { docx, pdf, png } from '#tools/test/sample-files.ts';
import { expect, test } from './portal.ts';
import { asAdmin, expectAccessible } from './steps.ts';

const [first, second, third] = eligibilityQuestions;
/** The browser logs the answer "no group", which is what this page hopes for. */
const noGroup = /status of 404 .*\/api\/auth\/group\//;

/** Lands on the page signed in: the browser's storage as the login leaves it (the login page has tests of its own). */
async function open(page: Page, { email, caller }: Person) {
  const session = await caller.call(login, { body: { email, password } });
  await page.addInitScript((entries) => {
    if (sessionStorage.getItem('is-seeded')) return;
    sessionStorage.setItem('is-seeded', 'yes');
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(session));
  await page.goto('/proposal');
  await expect(page.getByRole('heading', { name: 'Proposal submission' })).toBeVisible();
}

async function answer(page: Page, ...answers: ('Yes' | 'No')[]) {
  for (const name of answers) await page.getByRole('button', { name, exact: true }).click();
}

async function openForm(page: Page, student: Person) {
  await open(page, student);
  await answer(page, 'Yes', 'No', 'Yes');
  await expect(page.getByRole('form', { name: 'Group proposal' })).toBeVisible();
}

const member = (page: Page, number: number) =>
  page.getByRole('region', { name: `Member ${number}` });

const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer });

async function choose(page: Page, label: string, search: string, option = search) {
  await page.getByRole('combobox', { name: label }).fill(search);
  await page.getByRole('option', { name: option }).click();
}

async function fillProject(page: Page, title: string) {
  await page.getByLabel('Project title').fill(title);
  await choose(page, 'Program', 'software', 'BS Software Engineering (BSSE)');
  await choose(page, 'Category', 'IOT');
  await choose(page, 'Supervisor', 'oth', 'Other (the office names one later)');
  await page.getByLabel('Proposal file').setInputFiles(file('proposal.docx', docx()));
}

/** Fills what is not there yet: the name and e-mail of the first member are. */
async function fillMember(region: Locator, person: { name: string; email: string }) {
  const { fathername, roll, phone } = aMember(person);
  for (const [label, text] of [
    ['Full name', person.name],
    ['Father name', fathername],
    ['Roll number', roll],
    ['Phone', phone],
    ['Email', person.email],
  ] as const) {
    const field = region.getByLabel(label);
    if (await field.isEditable()) await field.fill(text);
  }
  await region.getByLabel('Fee proof').setInputFiles(file('fee-proof.pdf', pdf()));
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit proposal' });

/** The submissions that leave the browser. */
function submissionsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(submitProposal.path)) sent.push(request.url());
  });
  return sent;
}

test.beforeEach(({ allowed }) => void allowed.push(noGroup));

test('an answer outside the rules starts the questions again after two seconds', async ({
  page,
  portal,
}) => {
  await open(page, await aStudent(new Caller(portal.url)));
  await page.clock.install();
  await page.reload();
  const question = page.getByRole('heading', { level: 2 }).first();
  for (const [answers, failing] of [
    [['No', 'Yes'], second],
    [['Yes', 'No', 'No'], third],
  ] as const) {
    await expect(question).toHaveText(first.text);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
    await answer(page, ...answers);
    await expect(question).toHaveText(failing.text);
    await expect(page.getByRole('alert')).toHaveText(eligibilityViolated);
    await expect(page.getByRole('button', { name: 'Yes', exact: true })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'No', exact: true })).toBeDisabled();
    await page.clock.runFor(1900);
    await expect(question).toHaveText(failing.text);
    await page.clock.runFor(200);
    await expect(question).toHaveText(first.text);
    await expect(question).toBeFocused();
    await expect(page.getByText('Question 1 of 3')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.clock.resume();
  }
});

test('each question takes the keyboard, and the last one opens the form', async ({
  page,
  portal,
}) => {
  await open(page, await aStudent(new Caller(portal.url)));
  const question = page.getByRole('heading', { level: 2 }).first();
  await page.getByRole('button', { name: 'No', exact: true }).press('Enter');
  await expect(question).toHaveText(second.text);
  await expect(question).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Question 2 of 3' })).toBeVisible();
  await answer(page, 'No', 'Yes');
  await expect(page.getByRole('form', { name: 'Group proposal' })).toBeFocused();
});

test('a student submits the proposal of his group with real files and sees which group it became', async ({
  page,
  portal,
}) => {
  const student = await aStudent(new Caller(portal.url));
  const mate = aName('Mate');
  await openForm(page, student);
  await expect(member(page, 1).getByLabel('Full name')).toHaveValue(student.name);
  await expect(member(page, 1).getByLabel('Email')).toHaveValue(student.email);
  await expect(member(page, 1).getByLabel('Email')).not.toBeEditable();
  await fillProject(page, 'A greenhouse that waters itself');
  await fillMember(member(page, 1), student);
  await page.getByRole('button', { name: 'Add member' }).click();
  await expect(member(page, 2).getByLabel('Full name')).toBeFocused();
  await fillMember(member(page, 2), { name: mate, email: emailOf(mate) });
  await member(page, 2).getByLabel('Certificates').setInputFiles(file('merged.pdf', pdf()));
  await submit(page).click();

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
  await expect(page.getByText(`You are in group ${group.fypGroupName}`)).toBeVisible();
});

test('a student whom a team mate has put into a group sees it instead of the questions', async ({
  page,
  portal,
}) => {
  const [student, mate] = [
    await aStudent(new Caller(portal.url)),
    await aStudent(new Caller(portal.url)),
  ];
  await open(page, student);
  await expect(page.getByRole('heading', { name: first.text })).toBeVisible();
  const { fypGroupName, groupId } = await mate.caller.call(submitProposal, {
    body: aProposal([mate, student]),
  });
  await page.reload();
  await expect(page.getByText(`You are in group ${fypGroupName}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: first.text })).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('groupId'))).toBe(groupId);
});

test('a double click makes one group', async ({ page, portal }) => {
  const title = aName('Doubled project');
  const student = await aStudent(new Caller(portal.url));
  await openForm(page, student);
  await fillProject(page, title);
  await fillMember(member(page, 1), student);
  const sent = submissionsOf(page);
  await submit(page).dblclick();
  await expect(page.getByRole('region', { name: 'Your group' })).toBeVisible();
  expect(sent).toHaveLength(1);
  const office = await asAdmin(portal.url);
  expect((await office.call(listGroups, { query: { page: 1, limit: 9, q: title } })).total).toBe(1);
});

test('what was typed survives a reload, the files do not, and one can start over', async ({
  page,
  portal,
}) => {
  await openForm(page, await aStudent(new Caller(portal.url)));
  await page.getByLabel('Project title').fill('A half-written proposal');
  await choose(page, 'Category', 'IOT');
  await page.getByRole('button', { name: 'Add member' }).click();
  await member(page, 2).getByLabel('Full name').fill('Sara Ali');
  await page.getByLabel('Proposal file').setInputFiles(file('proposal.pdf', pdf()));
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.type();
  });
  await page.reload();
  expect(await asked).toBe('beforeunload');

  await expect(page.getByText('Draft restored; choose the files again')).toBeVisible();
  await expect(page.getByLabel('Project title')).toHaveValue('A half-written proposal');
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('IOT');
  await expect(member(page, 2).getByLabel('Full name')).toHaveValue('Sara Ali');
  await expect(page.getByTitle('proposal.pdf')).toHaveCount(0);

  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByRole('heading', { name: first.text })).toBeVisible();
  await answer(page, 'No', 'No', 'Yes');
  await expect(page.getByLabel('Project title')).toHaveValue('');
  await expect(member(page, 2)).toHaveCount(0);
});

test('a full storage takes the draft away and nothing else', async ({ page, portal }) => {
  const student = await aStudent(new Caller(portal.url));
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('draft:')) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  await openForm(page, student);
  await expect(page.getByText('This browser keeps no drafts')).toBeVisible();
  await fillProject(page, 'A proposal without a draft');
  await fillMember(member(page, 1), student);
  await submit(page).click();
  await expect(page.getByRole('region', { name: 'Your group' })).toBeVisible();
});

test('a refusal names the member and the field, and takes the keyboard there', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 409 .*creategroup/);
  const other = await aGroup(await asAdmin(portal.url), { members: 1 });
  const student = await aStudent(new Caller(portal.url));
  await openForm(page, student);
  await fillProject(page, 'A proposal with somebody else’s team mate');
  await fillMember(member(page, 1), student);
  await page.getByRole('button', { name: 'Add member' }).click();
  await fillMember(member(page, 2), other.student);
  await submit(page).click();

  const field = member(page, 2).getByLabel('Email');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(
    new RegExp(`${other.student.name}’s e-mail .* is in a group already`),
  );
  const fault = page
    .getByRole('group', { name: /your attention$/ })
    .getByRole('button', { name: `Member 2 (${other.student.name}), email: ` });
  await expect(fault).toBeVisible();

  // Another field's correction does not make the portal's word on this one go away.
  await member(page, 1).getByLabel('Roll number').fill('F22-OTHER');
  await member(page, 1).getByLabel('Phone').focus();
  await fault.click();
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Remove member 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(member(page, 2)).toHaveCount(0);
  await submit(page).click();
  await expect(page.getByRole('region', { name: 'Your group' })).toBeVisible();
});

test('fields are checked as one leaves them, and members are held against one another', async ({
  page,
  portal,
}) => {
  const student = await aStudent(new Caller(portal.url));
  await openForm(page, student);
  await page.getByRole('button', { name: 'Add member' }).click();
  // Leaving an empty field by a click must not move the next button away from under it.
  await page.getByRole('button', { name: 'Add member' }).click();
  await expect(member(page, 3)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add member' })).toHaveCount(0);
  const [phone, email] = [member(page, 2).getByLabel('Phone'), member(page, 2).getByLabel('Email')];
  await phone.fill('0300 1234567');
  await email.fill(student.email.toUpperCase());
  await member(page, 2).getByLabel('Full name').focus();
  await expect(phone).toHaveAccessibleDescription(/such as \+92 3001234567/);
  await expect(email).toHaveAccessibleDescription(/has the same e-mail as another member/);
  await phone.fill('+92 300-1234567');
  await email.fill('somebody.else@university.test');
  await expect(email).not.toHaveAccessibleDescription(/same e-mail/);

  await page.getByRole('button', { name: 'Remove member 3' }).click();
  await expect(member(page, 3)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add member' })).toBeFocused();
  await submit(page).click();
  await expect(page.getByLabel('Project title')).toBeFocused();
});

test('a file of another kind is refused before anything is sent, a renamed one by the portal', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 415 .*creategroup/);
  const student = await aStudent(new Caller(portal.url));
  await openForm(page, student);
  await fillProject(page, 'A proposal with the wrong files');
  await fillMember(member(page, 1), student);
  const sent = submissionsOf(page);
  const feeProof = member(page, 1).getByLabel('Fee proof');
  await member(page, 1).getByRole('button', { name: 'Remove fee-proof.pdf' }).click();
  await feeProof.setInputFiles(file('fee-proof.png', png()));
  await expect(feeProof).toHaveAccessibleDescription(/must be a pdf file; “fee-proof.png” is not/);
  await submit(page).click();
  await expect(feeProof).toBeFocused();
  expect(sent).toHaveLength(0);

  await feeProof.setInputFiles(file('renamed.pdf', png()));
  await submit(page).click();
  await expect(feeProof).toHaveAccessibleDescription(/“renamed.pdf”/);
  await expect(feeProof).toBeFocused();
  expect(sent).toHaveLength(1);
  await expect(page.getByText(`Member 1 (${student.name}): Fee proof`)).toBeVisible();
});

test('a submission shows its progress, is cancelled, and says when no answer came', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/creategroup/);
  const student = await aStudent(new Caller(portal.url));
  await openForm(page, student);
  await fillProject(page, 'A proposal over a slow line');
  await fillMember(member(page, 1), student);
  const proposal = page.getByLabel('Proposal file');
  await proposal.setInputFiles(file('long.pdf', pdf({ bytes: 8_000_000 })));
  const line = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 20, downloadThroughput: -1 };
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 400_000 });
  await submit(page).click();
  await expect(page.getByRole('progressbar', { name: 'Submitting proposal' })).toBeVisible();
  await expect(page.getByText(/^[1-9]\d? %$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(submit(page)).toBeFocused();

  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  await page.route(`**${submitProposal.path}`, (route) => route.abort());
  await submit(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Something went wrong! Please check your connection.',
  );
  await page.unroute(`**${submitProposal.path}`);
  await page.route(`**${submitProposal.path}`, (route) => route.fulfill({ status: 500, body: '' }));
  await submit(page).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to submit group. Please try again.');
});

test('whoever leaves with files chosen is asked first', async ({ page, portal }) => {
  await openForm(page, await aStudent(new Caller(portal.url)));
  await page.getByLabel('Proposal file').setInputFiles(file('proposal.pdf', pdf()));
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

test('choices that do not load can be asked for again', async ({ page, portal, allowed }) => {
  allowed.push(/\/api\/auth\/choices/);
  const student = await aStudent(new Caller(portal.url));
  let isDown = true;
  await page.route('**/api/auth/choices', (route) =>
    isDown ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await open(page, student);
  await expect(page.getByRole('alert')).toContainText('The form could not be loaded.');
  isDown = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: first.text })).toBeVisible();
});

test('a student whose e-mail is not confirmed is told so in place of the questions', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 403 .*\/api\/auth\/group\//);
  const student = await aStudent(new Caller(portal.url));
  const message = 'Please confirm your e-mail first.';
  let isConfirmed = false;
  await page.route('**/api/auth/group/*', (route) =>
    isConfirmed
      ? route.continue()
      : route.fulfill({ status: 403, json: { code: 'unconfirmed', message, error: message } }),
  );
  await open(page, student);
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail first' })).toBeVisible();
  isConfirmed = true;
  await page.getByRole('button', { name: 'I have confirmed it' }).click();
  await expect(page.getByRole('heading', { name: first.text })).toBeVisible();
});

test('the proposal page has no accessibility faults, light or dark', async ({ page, portal }) => {
  test.slow();
  const check = async (state: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page, `${state}, ${colorScheme}`);
    }
  };
  const student = await aStudent(new Caller(portal.url));
  await open(page, student);
  await expect(page.getByRole('heading', { name: first.text })).toBeVisible();
  await check('a question');
  await answer(page, 'Yes', 'Yes');
  await check('the restart');
  await expect(page.getByRole('heading', { name: first.text })).toBeVisible();
  await answer(page, 'Yes', 'No', 'Yes');
  await page.getByRole('button', { name: 'Add member' }).click();
  await submit(page).click();
  await expect(page.getByRole('group', { name: /your attention$/ })).toBeVisible();
  await check('the form with faults');
  await page.getByRole('combobox', { name: 'Program' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await check('an open list');
  await student.caller.call(submitProposal, { body: aProposal([student]) });
  await page.reload();
  await expect(page.getByText('You are in group')).toBeVisible();
  await check('the group');
});
