import type { Locator } from '@playwright/test';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import {
  createGroupOfTwo,
  findFeedbackField,
  findGroupPicker,
  findMarksField,
  findSaveButton,
  findToast,
  openMarkingPage,
} from './faculty-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

test('supervisors and examiners find their groups, and switching tabs deselects the group', async ({
  page,
  openPage,
  portal,
}) => {
  const { group, groupId, supervisor, examiner } = await createGroupOfTwo(portal.url);
  const listed = `${group.fypGroupName} – ${group.fypTitle}`;

  await openMarkingPage(page, supervisor);
  await findGroupPicker(page).click();
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('option')).toContainText(listed);
  await page.getByRole('option', { name: listed }).click();
  await expect(page.getByRole('table', { name: 'Marks, Semester 7' })).toBeVisible();
  await expect(page).toHaveURL(`/faculty?tab=semester-7&group=${groupId}`);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Marks, Semester 7' })).toBeVisible();

  await page.getByRole('tab', { name: 'Semester 8' }).click();
  await expect(page).toHaveURL('/faculty?tab=semester-8');
  await expect(findGroupPicker(page)).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Choose a group' })).toBeVisible();
  await page.getByRole('tab', { name: 'External Viva' }).click();
  await expect(
    page.getByRole('heading', { name: 'You aren’t examining any groups' }),
  ).toBeVisible();

  const other = await openPage();
  await openMarkingPage(other, examiner);
  await expect(
    other.getByRole('heading', { name: 'You aren’t supervising any groups' }),
  ).toBeVisible();
  await expectAccessible(other, 'no group');
  await other.getByRole('button', { name: 'Open External Viva' }).click();
  await findGroupPicker(other).click();
  await expect(other.getByRole('option')).toContainText(listed);
});

test('an admin is warned when saving marks without selecting a group, and can then search for a group on every marking tab', async ({
  page,
  portal,
}) => {
  const { group } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, adminCredentials);
  await findSaveButton(page).click();
  await expect(findToast(page, 'alert', 'Please select a group')).toBeVisible();
  for (const tab of ['Semester 7', 'Semester 8', 'External Viva']) {
    await page.getByRole('tab', { name: tab }).click();
    // Wait until the tab is selected, because each tab has its own group picker.
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await findGroupPicker(page).fill(group.fypGroupName);
    await expect(page.getByRole('option')).toHaveCount(1);
  }
});

test('a supervisor marks two members using only the keyboard', {
  tag: '@story',
}, async ({ page, portal }) => {
  const { group, supervisor, first, second, read } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, supervisor);
  const { keyboard } = page;
  await findGroupPicker(page).focus();
  await keyboard.type(group.fypGroupName);
  await keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Marks, Semester 7' })).toBeVisible();
  for (const { email, name, phone } of group.fypGroupMembers) {
    const mail = page.getByRole('link', { name: email, exact: true });
    await expect(mail).toHaveAttribute('href', `mailto:${email}`);
    const chat = page.getByRole('link', { name: `WhatsApp to ${name}` });
    await expect(chat).toHaveAttribute('href', `https://wa.me/${phone.replace(/\D/g, '')}`);
  }

  await keyboard.press('Tab');
  await expect(findMarksField(page, first, 'Proposal')).toBeFocused();
  await keyboard.type('8.5');
  await keyboard.press('Tab');
  await keyboard.type('Clear aims.');
  await keyboard.press('Enter');
  await keyboard.type('Thin on related work.');
  await keyboard.press('ArrowDown');
  await expect(findMarksField(page, first, 'Month 1')).toBeFocused();
  await keyboard.type('7,25');
  await keyboard.press('Enter');
  await expect(findMarksField(page, first, 'Month 1')).toHaveValue('7.25');
  await keyboard.type('6');
  await keyboard.press('ArrowRight');
  await expect(findMarksField(page, second, 'Month 2')).toBeFocused();
  await keyboard.type('4');
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await expect(findMarksField(page, second, 'Proposal')).toBeFocused();
  await keyboard.type('9');
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowLeft');
  await expect(findMarksField(page, first, 'Proposal')).toBeFocused();

  const total = (name: string | RegExp) => page.getByRole('row', { name });
  await expect(total('Semester 7 total')).toContainText('21.75 / 1003 of 8 milestones marked');
  await expect(total(/^Total/)).toContainText('13 / 200');
  await expect(page.getByRole('status').filter({ hasText: '5 unsaved changes' })).toBeVisible();
  await expect(page.getByText('Unsaved', { exact: true })).toHaveCount(5);

  await findSaveButton(page).focus();
  await keyboard.press('Enter');
  await expect(findToast(page, 'status', 'Marks saved and email sent')).toBeVisible();
  const status = page.getByRole('status');
  await expect(status.filter({ hasText: /^Marks saved and email sent$/ })).toBeVisible();
  await expect(page.getByText('Unsaved', { exact: true })).toHaveCount(0);

  expect((await read()).fypGroupMembers[1]).toMatchObject({ month2: { marks: 4, revision: 1 } });
});

test('marks that exceed the total, have three decimals or are not numbers are rejected before the page sends a request', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first, second } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await findMarksField(page, first, 'Month 4').fill('5');
  const faults = [
    ['First internal viva', 20, '20.01', 'First internal viva: enter marks from 0 to 20.'],
    ['Progress report', 20, '7.125', 'Progress report: marks can have up to two decimals.'],
    ['Team collaboration', 10, 'ten', 'Team collaboration: marks must be a number.'],
  ] as const;
  for (const [milestone, total, typed, message] of faults) {
    await findMarksField(page, second, milestone).fill(typed);
    await expect(page.getByText(message)).toBeHidden();
    await findMarksField(page, second, milestone).blur();
    await expect(page.getByText(message)).toBeVisible();
    await expect(findMarksField(page, second, milestone)).toHaveAccessibleDescription(
      `of ${total} ${message} Unsaved`,
    );
  }
  await findFeedbackField(page, first, 'Month 1').fill('x'.repeat(2001));
  await expect(page.getByText('1 character too many')).toBeVisible();
  await findFeedbackField(page, first, 'Month 1').blur();
  await expect(page.getByText('Feedback must be 2000 characters or fewer.')).toBeVisible();

  const sent: string[] = [];
  page.on('request', (request) => void sent.push(request.url()));
  await findSaveButton(page).click();
  await expect(findFeedbackField(page, first, 'Month 1')).toBeFocused();
  await expect(page.getByText('5 unsaved changes, 4 to fix')).toBeVisible();
  await expectAccessible(page, 'the form with errors');
  expect(sent.filter((url) => url.includes('save-teacher-marks'))).toEqual([]);
});

test('leaving the marking page with unsaved marks asks for confirmation, and a reload restores the marks', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await findMarksField(page, first, 'Proposal').fill('6,5');
  await findFeedbackField(page, first, 'Proposal').fill('Half a thought');

  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('tab', { name: 'Semester 8' }).click();
  await expect(dialog).toContainText('1 change isn’t saved');
  await expectAccessible(page, 'the question whether to leave');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toBeHidden();
  await expect(findMarksField(page, first, 'Proposal')).toHaveValue('6.5');

  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
  await reloaded;
  await expect(findMarksField(page, first, 'Proposal')).toHaveValue('6.5');
  await expect(findFeedbackField(page, first, 'Proposal')).toHaveValue('Half a thought');

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/');
  await page.goto(`/faculty?tab=semester-7&group=${groupId}`);
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(findMarksField(page, first, 'Proposal')).toHaveValue('');
  await page.getByRole('tab', { name: 'Semester 8' }).click();
  await expect(page).toHaveURL('/faculty?tab=semester-8');
});

test('feedback is copied to all members, with a confirmation if it replaces other feedback, and Ctrl+S saves it', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first, second, read } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
  const copy = (milestone: string) =>
    page.getByRole('button', {
      name: `Copy ${first.name}’s feedback on ${milestone} to all members`,
    });
  await findFeedbackField(page, first, 'Proposal').fill('Clear aims.');
  await copy('Proposal').click();
  await expect(findFeedbackField(page, second, 'Proposal')).toHaveValue('Clear aims.');

  await findFeedbackField(page, first, 'Month 1').fill('On time.');
  await findFeedbackField(page, second, 'Month 1').fill('Late.');
  await copy('Month 1').click();
  const question = page.getByRole('dialog', { name: 'Replace existing feedback?' });
  await expect(question).toContainText(`${second.name} already has different feedback on Month 1.`);
  await question.getByRole('button', { name: 'Fill empty fields only' }).click();
  await expect(findFeedbackField(page, second, 'Month 1')).toHaveValue('Late.');
  await copy('Month 1').click();
  await question.getByRole('button', { name: 'Replace all' }).click();
  await expect(findFeedbackField(page, second, 'Month 1')).toHaveValue('On time.');

  await findMarksField(page, first, 'Proposal').fill('7');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Unsaved', { exact: true })).toHaveCount(0);
  expect((await read()).fypGroupMembers).toMatchObject([
    { proposal: { marks: 7, feedback: 'Clear aims.' } },
    { month1: { marks: null, feedback: 'On time.' } },
  ]);
});

/** Presses Escape to close a list, and pastes text before the list's timers run, as can happen on a busy machine. */
const pasteAsItCloses = (list: Locator, words: string) =>
  list.evaluate(async (input: HTMLInputElement, text) => {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    // React closes the list in microtasks. Wait only for these, so that no timers of the list run yet.
    for (let i = 0; i < 10; i += 1) await null;
    input.select();
    document.execCommand('insertText', false, text);
  }, words);

test('a supervisor sees in the group list how many milestones are marked, opens the next group with a button, and returns with the browser’s Back button', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, group, first } = await createGroupOfTwo(portal.url);
  const office = await logInAsAdmin(portal.url);
  const another = await createGroup(office);
  await office.call(updateGroup, {
    params: { groupId: another.groupId },
    body: { supervisor: supervisor.name },
  });
  await openMarkingPage(page, supervisor);
  await findGroupPicker(page).focus();
  await pasteAsItCloses(findGroupPicker(page), first.roll);
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('option')).toContainText(`0 of 16 marked · ${first.name}`);
  await expect(page.getByRole('option')).toHaveAttribute('data-combobox-selected');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/faculty?tab=semester-7&group=${groupId}`);
  await expect(findMarksField(page, first, 'Proposal')).toHaveAccessibleDescription(
    'not marked, of 10',
  );
  await page.getByRole('button', { name: 'Next group' }).click();
  await expect(page).toHaveURL(`/faculty?tab=semester-7&group=${another.groupId}`);
  await page.goBack();
  await expect(findGroupPicker(page)).toHaveValue(`${group.fypGroupName} – ${group.fypTitle}`);

  await findGroupPicker(page).click();
  await expect(page.getByRole('option')).toHaveCount(2);
  await pasteAsItCloses(findGroupPicker(page), another.group.fypGroupName);
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('option')).toHaveAttribute('data-combobox-selected');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/faculty?tab=semester-7&group=${another.groupId}`);
});
