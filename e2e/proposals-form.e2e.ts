import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf, buildPng } from '#tools/test/files/sample-files.ts';
import { createGroup, registerStudent } from '#tools/test/people.ts';
import { expect, test } from './portal.ts';
import {
  answerEligibilityQuestions,
  chooseOption,
  createFilePayload,
  fillMember,
  fillProjectFields,
  findMemberRegion,
  findSubmitButton,
  first,
  noGroupErrorPattern,
  openProposalForm,
  recordProposalRequests,
} from './proposal-steps.ts';
import { expectAccessible, logInAsAdmin, openPageThroughLogin } from './steps.ts';

test.beforeEach(({ allowed }) => void allowed.push(noGroupErrorPattern));
test('the proposal form restores typed text but not files after a reload, and a student can discard the draft', async ({
  page,
  portal,
}) => {
  await openProposalForm(page, await registerStudent(new ApiCaller(portal.url)));
  await page.getByLabel('Project title').fill('A half-written proposal');
  await chooseOption(page, 'Category', 'IOT');
  await page.getByRole('button', { name: 'Add member' }).click();
  await findMemberRegion(page, 2).getByLabel('Full name').fill('Sara Ali');
  await page
    .getByLabel('Proposal file')
    .setInputFiles(createFilePayload('proposal.pdf', buildPdf()));
  await expect(page.getByTitle('proposal.pdf')).toBeVisible();
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.type();
  });
  await page.reload();
  expect(await asked).toBe('beforeunload');

  await expect(page.getByText('Draft restored. Choose the files again')).toBeVisible();
  await expect(page.getByLabel('Project title')).toHaveValue('A half-written proposal');
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('IOT');
  await expect(findMemberRegion(page, 2).getByLabel('Full name')).toHaveValue('Sara Ali');
  await expect(page.getByTitle('proposal.pdf')).toHaveCount(0);

  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByRole('heading', { name: first })).toBeVisible();
  await answerEligibilityQuestions(page, 'No', 'No', 'Yes');
  await expect(page.getByLabel('Project title')).toHaveValue('');
  await expect(findMemberRegion(page, 2)).toHaveCount(0);
});

test('a student logs in and submits a proposal if the browser blocks storage', async ({
  page,
  portal,
}) => {
  const student = await registerStudent(new ApiCaller(portal.url));
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      const get = () => {
        throw new DOMException('blocked', 'SecurityError');
      };
      Object.defineProperty(window, name, { get });
    }
  });
  await openPageThroughLogin(page, '/proposal', student);
  await expect(page.getByRole('region', { name: 'Browser storage' })).toContainText(
    'Allow cookies and site data',
  );
  await expectAccessible(page, 'blocked storage');
  await answerEligibilityQuestions(page, 'Yes', 'No', 'Yes');
  await expect(page.getByText('This browser doesn’t store drafts')).toBeVisible();
  await fillProjectFields(page, 'A proposal without a draft');
  await fillMember(findMemberRegion(page, 1), student);
  await findSubmitButton(page).click();
  await expect(page.getByRole('region', { name: 'Your group' })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Browser storage' })).toBeVisible();
});

test('the error for a rejected proposal names the member and the field, and the field receives the focus', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 409 .*creategroup/);
  const other = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  const student = await registerStudent(new ApiCaller(portal.url));
  await openProposalForm(page, student);
  await fillProjectFields(page, 'A proposal with somebody else’s team mate');
  await fillMember(findMemberRegion(page, 1), student);
  await page.getByRole('button', { name: 'Add member' }).click();
  await fillMember(findMemberRegion(page, 2), other.student);
  await findSubmitButton(page).click();

  const field = findMemberRegion(page, 2).getByLabel('Email');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(
    new RegExp(`${other.student.name}’s email .* is already in a group`),
  );
  const fault = page
    .getByRole('group', { name: /^Fix \d+ errors?$/ })
    .getByRole('button', { name: `Member 2 (${other.student.name}), email: ` });
  await expect(fault).toBeVisible();

  // Changing another field must not clear the server's error message at the email field.
  await findMemberRegion(page, 1).getByLabel('Roll number').fill('F22-OTHER');
  await findMemberRegion(page, 1).getByLabel('Phone').focus();
  await fault.click();
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Remove member 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(findMemberRegion(page, 2)).toHaveCount(0);
  await findSubmitButton(page).click();
  await expect(page.getByRole('region', { name: 'Your group' })).toBeVisible();
});

test('the proposal form validates each field on blur and detects duplicate member emails', async ({
  page,
  portal,
}) => {
  const student = await registerStudent(new ApiCaller(portal.url));
  await openProposalForm(page, student);
  await page.getByRole('button', { name: 'Add member' }).click();
  // The click blurs an empty field. The error at this field must not move the button before the click ends.
  await page.getByRole('button', { name: 'Add member' }).click();
  await expect(findMemberRegion(page, 3)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add member' })).toHaveCount(0);
  const [phone, email] = [
    findMemberRegion(page, 2).getByLabel('Phone'),
    findMemberRegion(page, 2).getByLabel('Email'),
  ];
  await expect(phone).toHaveAttribute('placeholder', '+92 3XXXXXXXXX');
  await phone.fill('0300 123456');
  await email.fill(student.email.toUpperCase());
  await findMemberRegion(page, 2).getByLabel('Full name').focus();
  await expect(phone).toHaveAccessibleDescription(/such as \+92 3001234567/);
  await expect(email).toHaveAccessibleDescription(/has the same email as another member/);
  await phone.fill('0300 1234567');
  await email.fill('somebody.else@university.test');
  await expect(email).not.toHaveAccessibleDescription(/same email/);

  await page.getByRole('button', { name: 'Remove member 3' }).click();
  await expect(findMemberRegion(page, 3)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add member' })).toBeFocused();
  await findSubmitButton(page).click();
  await expect(page.getByLabel('Project title')).toBeFocused();
});

test('a PNG fee proof is rejected before submission, and a PNG with the extension .pdf is rejected by the server', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 415 .*creategroup/);
  const student = await registerStudent(new ApiCaller(portal.url));
  await openProposalForm(page, student);
  await fillProjectFields(page, 'A proposal with the wrong files');
  await fillMember(findMemberRegion(page, 1), student);
  const sent = recordProposalRequests(page);
  const feeProof = findMemberRegion(page, 1).getByLabel('Fee proof');
  await findMemberRegion(page, 1).getByRole('button', { name: 'Remove fee-proof.pdf' }).click();
  await feeProof.setInputFiles(createFilePayload('fee-proof.png', buildPng()));
  await expect(feeProof).toHaveAccessibleDescription(/must be a pdf file; “fee-proof.png” is not/);
  await findSubmitButton(page).click();
  await expect(feeProof).toBeFocused();
  expect(sent).toHaveLength(0);

  await feeProof.setInputFiles(createFilePayload('renamed.pdf', buildPng()));
  await findSubmitButton(page).click();
  await expect(feeProof).toHaveAccessibleDescription(/“renamed.pdf”/);
  await expect(feeProof).toBeFocused();
  expect(sent).toHaveLength(1);
  await expect(page.getByText(`Member 1 (${student.name}): Fee proof`)).toBeVisible();
});
