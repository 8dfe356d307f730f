import { saveMarks } from '#contract/marks.ts';
import { logout } from '#contract/session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { testUserPassword } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import {
  createGroupOfTwo,
  findFeedbackField,
  findMarksField,
  findSaveButton,
  findToast,
  openMarkingPage,
} from './faculty-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin } from './steps.ts';

test('when two people mark the same cells, the second to save sees both values and chooses one for each cell', {
  tag: '@story',
}, async ({ page, openPage, portal, allowed }) => {
  allowed.push(/status of 409/);
  const { supervisor, groupId, first, second, read } = await createGroupOfTwo(portal.url);
  const search = `?tab=semester-7&group=${groupId}`;
  await openMarkingPage(page, supervisor, search);
  await findMarksField(page, first, 'Proposal').fill('8');
  await findMarksField(page, second, 'Proposal').fill('7');
  await findMarksField(page, second, 'Month 1').fill('6');

  const other = await openPage();
  await openMarkingPage(other, adminCredentials, search);
  await findMarksField(other, first, 'Proposal').fill('2');
  await findFeedbackField(other, first, 'Proposal').fill('From the office.');
  await findMarksField(other, second, 'Proposal').fill('3');
  await findSaveButton(other).click();
  await expect(findToast(other, 'status', 'Marks saved and email sent')).toBeVisible();

  await findSaveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved first' });
  const mine = dialog.getByRole('radiogroup', { name: `${first.name}: Proposal` });
  const theirs = dialog.getByRole('radiogroup', { name: `${second.name}: Proposal` });
  await expect(mine).toHaveAccessibleDescription(
    /^Admin changed it on \d+ \w+ \d{4}, \d\d:\d\d\.$/,
  );
  await expect(mine.getByRole('radio', { name: 'Take theirs: 2 / 10' })).toBeVisible();
  await expect(theirs.getByRole('radio', { name: 'Keep mine: 7 / 10' })).toBeVisible();
  await mine.getByRole('radio', { name: 'Keep mine: 8 / 10' }).check();
  const go = dialog.getByRole('button', { name: 'Save with these choices' });
  await expect(go).toBeDisabled();
  await theirs.getByRole('radio', { name: 'Take theirs: 3 / 10' }).check();
  await go.click();

  await expect(findToast(page, 'status', 'Marks saved and email sent')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(findMarksField(page, second, 'Proposal')).toHaveValue('3');
  await expect(findMarksField(page, second, 'Month 1')).toHaveValue('6');
  expect((await read()).fypGroupMembers).toMatchObject([
    { proposal: { marks: 8, feedback: 'From the office.' } },
    { proposal: { marks: 3 }, month1: { marks: 6 } },
  ]);
});

test('a marker who saves a cell that they also changed in another browser tab chooses between the two values', async ({
  page,
  openPage,
  portal,
  allowed,
}) => {
  allowed.push(/status of 409/);
  const { supervisor, groupId, first, second, read } = await createGroupOfTwo(portal.url);
  const search = `?tab=semester-7&group=${groupId}`;
  await openMarkingPage(page, supervisor, search);
  await findMarksField(page, first, 'Proposal').fill('8');

  const other = await openPage();
  await openMarkingPage(other, supervisor, search);
  await findMarksField(other, first, 'Proposal').fill('2');
  await findSaveButton(other).click();
  await expect(findToast(other, 'status', 'Marks saved and email sent')).toBeVisible();
  // Saving twice in the same browser tab must not cause a conflict.
  await findMarksField(other, first, 'Proposal').fill('3');
  await findMarksField(other, second, 'Proposal').fill('5');
  await findSaveButton(other).click();
  await expect
    .poll(async () => (await read()).fypGroupMembers)
    .toMatchObject([{ proposal: { marks: 3 } }, { proposal: { marks: 5 } }]);

  await findSaveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'You saved on another page' });
  const choice = dialog.getByRole('radiogroup', { name: `${first.name}: Proposal` });
  await expect(choice).toHaveAccessibleDescription(
    /^You changed it on \d+ \w+ \d{4}, \d\d:\d\d, on another page\.$/,
  );
  await expect(dialog.getByRole('radio', { name: 'Keep what I typed here: 8 / 10' })).toBeVisible();
  await expectAccessible(page, 'a conflict with one’s own other tab');
  await dialog.getByRole('radio', { name: 'Use what I saved: 3 / 10' }).check();
  await dialog.getByRole('button', { name: 'Save with these choices' }).click();
  await expect(dialog).toBeHidden();
  await expect(findMarksField(page, first, 'Proposal')).toHaveValue('3');
  expect((await read()).fypGroupMembers).toMatchObject([
    { proposal: { marks: 3 } },
    { proposal: { marks: 5 } },
  ]);
});

test('if a session ends before marks are saved, the marker logs in through a dialog, and the save completes with all input', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 401/);
  const { supervisor, groupId, first, read } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, supervisor, `?tab=semester-8&group=${groupId}`);
  await findMarksField(page, first, 'Thesis').fill('9.75');
  await findFeedbackField(page, first, 'Thesis').fill('Publishable.');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await new ApiCaller(portal.url, token ?? '').call(logout);

  await findSaveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(testUserPassword);
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(findToast(page, 'status', 'Marks saved and email sent')).toBeVisible();
  await expect(findMarksField(page, first, 'Thesis')).toHaveValue('9.75');
  expect((await read()).fypGroupMembers[0]).toMatchObject({
    thesis: { marks: 9.75, feedback: 'Publishable.' },
  });
});

test('an external examiner records a viva and later clears its result', { tag: '@story' }, async ({
  page,
  portal,
  emails,
  allowed,
}) => {
  allowed.push(/status of 400/);
  const { examiner, groupId, student, first, read } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, examiner, `?tab=external-viva&group=${groupId}`);
  await findMarksField(page, first, 'External viva').fill('40.5');
  await findMarksField(page, first, 'External viva').blur();
  await expect(page.getByText('External viva: enter marks from 0 to 40.')).toBeVisible();
  await findMarksField(page, first, 'External viva').fill('33');
  await page.getByRole('radio', { name: 'Pass' }).check();
  await findSaveButton(page).click();
  const question = page.getByRole('dialog', { name: 'Save this viva record?' });
  await expect(question).toContainText('The viva has a result, but no date.');
  await question.getByRole('button', { name: 'Check it' }).click();
  await page.getByLabel('Viva date').pressSequentially('22');
  await findSaveButton(page).click();
  await expect(
    page.getByText('Enter a complete date such as 22 May 2027, or leave this empty.'),
  ).toBeVisible();
  await expect(page.getByLabel('Viva date')).toBeFocused();
  for (const [date, doubt] of [
    ['2026-11-11', 'The viva has a result, but its date is in the future.'],
    ['2020-11-20', 'The date of the viva is far from the session’s year, 2027.'],
  ] as const) {
    await page.getByLabel('Viva date').fill(date);
    await findSaveButton(page).click();
    await expect(question).toContainText(doubt);
    await question.getByRole('button', { name: 'Check it' }).click();
  }
  expect((await read()).externalVivaDetails.vivaStatus).toBeNull();
  await expectAccessible(page, 'the viva');
  await page.getByLabel('Viva date').fill('06/11/2026');
  await page.getByRole('textbox', { name: 'Overall feedback' }).fill('A sound defence.');
  await expect(page.getByLabel('Viva date')).toHaveValue('6 November 2026');
  await findSaveButton(page).click();
  await expect(findToast(page, 'status', 'Marks saved and email sent')).toContainText(
    '2 emails sent.',
  );
  const record = { vivaDate: '2026-11-06', vivaStatus: 'pass', vivaFeedback: 'A sound defence.' };
  expect((await read()).externalVivaDetails).toMatchObject(record);

  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('Viva date').fill('2031-01-01');
  await findSaveButton(page).click();
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await emails.waitFor(student.email, 2);
  const cleared = { vivaDate: '2031-01-01', vivaStatus: null };
  expect((await read()).externalVivaDetails).toMatchObject(cleared);
});

test('the marking page shows an error if loading the list of groups, saving marks, or requesting emails after a save fails', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 50[03]/, /ERR_FAILED/);
  const { supervisor, groupId, first, read } = await createGroupOfTwo(portal.url);
  const reply = (code: string, message: string, status: number) => ({
    status,
    json: { code, message, error: message },
  });
  await page.route('**/teacher-assigned-groups', (route) =>
    route.fulfill(reply('unavailable', 'The database is away.', 503)),
  );
  await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch groups' });
  await expect(alert).toContainText('The database is away.');
  await page.unroute('**/teacher-assigned-groups');
  await alert.getByRole('button', { name: 'Retry' }).click();

  await findMarksField(page, first, 'Proposal').fill('5');
  await page.route('**/save-teacher-marks', (route) => route.abort());
  await findSaveButton(page).click();
  await expect(findToast(page, 'alert', 'Failed to save marks')).toContainText(
    'Couldn’t reach the server',
  );
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
  await page.unroute('**/save-teacher-marks');

  await page.route('**/send-group-emails/**', (route) => route.abort());
  await findSaveButton(page).click();
  await expect(findToast(page, 'alert', 'Marks saved, but the emails are delayed')).toContainText(
    'The emails will be sent automatically within a few minutes.',
  );
  expect((await read()).fypGroupMembers[0]).toMatchObject({ proposal: { marks: 5 } });
});

test('a background refresh keeps typed marks and shows that the stored marks have changed', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await findMarksField(page, first, 'Proposal').fill('8');
  await (await logInAsAdmin(portal.url)).call(saveMarks, {
    body: {
      semester: 'Semester 7',
      groupId,
      marks: { [first._id]: { proposal: { marks: 2 }, month1: { marks: 3 } } },
    },
  });
  await page.evaluate(() => {
    // Simulate returning to the page from another window.
    window.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(findMarksField(page, first, 'Month 1')).toHaveValue('3');
  await expect(findMarksField(page, first, 'Proposal')).toHaveValue('8');
  await expect(findMarksField(page, first, 'Proposal')).toHaveAccessibleDescription(
    'of 10 Changed elsewhere. Saved value: 2 Unsaved',
  );
});

test('the marking form shows one member at a time on a phone, and Enter moves to the next member', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first, second } = await createGroupOfTwo(portal.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await openMarkingPage(page, supervisor, `?tab=semester-8&group=${groupId}`);
  await expect(findMarksField(page, second, 'Thesis')).toBeHidden();
  await findMarksField(page, first, 'Second internal viva').focus();
  await page.keyboard.press('Enter');
  await expect(findMarksField(page, second, 'Month 5')).toBeFocused();
  await expect(findMarksField(page, first, 'Thesis')).toBeHidden();
  await page.getByRole('radiogroup', { name: 'Member' }).getByText(first.name).click();
  await expect(findMarksField(page, first, 'Thesis')).toBeVisible();
  await expectNoOverflow(page);
});
