import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { saveMarks } from '#contract/marks.ts';
import { askExtension } from '#contract/submissions.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup, registerStudent } from '#tools/test/people.ts';
import { expect } from './portal.ts';
import {
  findButton,
  findField,
  findListItem,
  findStatusMessage,
  openSettingsPage,
  saveSettings,
  test,
} from './settings-steps.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

test('a milestone added to the marking scheme appears on the faculty page', async ({
  page,
  openPage,
  portal,
}) => {
  const { groupId, supervisor } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openSettingsPage(page, '/settings/scheme');
  await findListItem(page, 'Semester 8').click();
  await page.getByRole('button', { name: 'Add a milestone' }).click();
  await page.keyboard.type('Poster');
  await findField(page, 'Total').fill('20');
  await findField(page, 'Weight').fill('20');
  await page.getByLabel('Supervisor', { exact: true }).check();
  await page.getByRole('combobox', { name: 'Deadline' }).click();
  await page.getByRole('option', { name: 'Internal and External Vivas' }).click();
  await expect(
    page.getByRole('complementary').getByText('15 milestones with 220 marks in total'),
  ).toBeVisible();
  await expectAccessible(page, 'the marking scheme');
  await saveSettings(page, 'Marking scheme');
  await findListItem(page, 'Semester 8').click();
  await findListItem(page, 'Poster').click();
  await expect(findField(page, 'Key')).toHaveValue(/^[a-z]{12}$/);
  await expect(findField(page, 'Key')).not.toBeEditable();
  await expect(page.getByRole('combobox', { name: 'Deadline' })).toHaveValue(
    'Internal and External Vivas',
  );

  const faculty = await openPage();
  await openPageAs(faculty, `/faculty?tab=semester-8&group=${groupId}`, supervisor);
  const poster = faculty.getByRole('textbox', { name: /: Poster$/ });
  await expect(poster).toHaveAccessibleDescription('not marked, of 20');
});

test('changing a milestone’s total, in the form or by restoring an earlier version, asks how to convert existing marks', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 409/);
  const { group, supervisor } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  const [member] = group.fypGroupMembers;
  await supervisor.caller.call(saveMarks, {
    body: {
      semester: 'Semester 7',
      groupId: group._id,
      marks: { [member?._id ?? '']: { proposal: { marks: 8, feedback: 'Good.' } } },
    },
  });
  await openSettingsPage(page, '/settings/scheme');
  await findListItem(page, 'Semester 7').click();
  await findListItem(page, 'Proposal').click();
  await findField(page, 'Total').fill('20');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const choices = page.getByRole('radiogroup', { name: 'Proposal: total from 10 to 20' });
  await expect(choices.getByRole('radio', { checked: true })).toHaveCount(0);
  const show = page.getByRole('button', { name: 'Show each mark before and after' });
  await show.click();
  await expect(choices).toHaveAccessibleDescription(/Choose what happens to these marks\./);
  await choices.getByRole('radio', { name: 'Scale the marks' }).check();
  await show.click();
  const table = page.getByRole('table', { name: 'Marks before and after' });
  await expect(table.getByRole('row').nth(1)).toContainText(group.fypGroupName);
  await expect(table.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('16 of 20');
  await expectAccessible(page, 'marks before and after');
  await page.getByRole('button', { name: 'Convert the marks and save' }).click();
  await expect(findStatusMessage(page, 'Marking scheme saved')).toBeVisible();
  await expect(page.getByText('Not saved yet', { exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: 'View version 1' }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  const history = page.getByRole('dialog', { name: 'History: Marking scheme' });
  await expect(
    history.getByRole('radiogroup', { name: 'Proposal: total from 20 to 10' }),
  ).toHaveAccessibleDescription(/can’t keep them, because the highest, 16, exceeds the new total/);
  await history.getByRole('radio', { name: 'Scale the marks' }).check();
  await history.getByRole('button', { name: 'Show each mark before and after' }).click();
  await expect(history.getByRole('cell', { name: '8 of 10' })).toBeVisible();
  await history.getByRole('button', { name: 'Convert the marks and save' }).click();
  await expect(history).toBeHidden();
});

test('a new cohort starts with the settings of the previous cohort, with every deadline moved a year later', {
  tag: '@story',
}, async ({ page, openPage, portal, allowed }) => {
  // The student has no group.
  allowed.push(/status of 404/);
  await openSettingsPage(page, '/settings/cohorts');
  await page.getByRole('button', { name: 'Open a new session' }).click();
  const form = page.getByRole('form', { name: 'Open a new session' });
  await expect(findField(page, 'Name')).toHaveValue('Session 2027–28');
  await expect(findField(page, 'Code')).toHaveValue('2028');
  await expect(form.getByText('29 February 2028, 23:59')).toBeVisible();
  await expectAccessible(page, 'a new cohort');
  await form.getByRole('button', { name: 'Open the session' }).click();
  await expect(page.getByRole('heading', { name: 'Session 2027–28' })).toBeVisible();
  await findButton(page, 'Close Session 2026–27').click();
  const closing = page.getByRole('dialog', { name: 'Close Session 2026–27?' });
  await expect(closing.getByText('It’s the current session')).toBeVisible();
  await expectAccessible(page, 'closing the current session');
  await closing.getByRole('button', { name: 'Make Session 2027–28 current' }).click();
  await closing.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText(/^Closed on/)).toBeVisible();
  await page.goto('/settings/deadlines?cohort=2027');
  await expect(page.getByText('Session 2026–27 is closed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await page.goto('/settings/cohorts');
  await findButton(page, 'Reopen Session 2026–27').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText(/^Closed on/)).toBeHidden();
  await findButton(page, 'Make Session 2026–27 current').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make current' }).click();
  await expect(findButton(page, 'Make Session 2027–28 current')).toBeVisible();

  const { email } = await registerStudent(await logInAsAdmin(portal.url));
  const student = await openPage();
  await openPageAs(student, '/proposal?cohort=2028', { email });
  const note = 'Session 2027–28 isn’t open for proposals. This form is for Session 2026–27';
  await expect(student.getByText(note)).toBeVisible();
  await findButton(page, 'Open Session 2027–28 for proposals').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open for proposals' }).click();
  await expect(page.getByText('Open for proposals', { exact: true })).toBeVisible();
  await student.reload();
  await expect(student.getByRole('combobox', { name: 'Session' })).toHaveValue('Session 2027–28');
  await findButton(page, 'Close Session 2027–28 for proposals').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close for proposals' }).click();
  await expect(findButton(page, 'Open Session 2027–28 for proposals')).toBeVisible();
});

test('an admin who closes a cohort sees its pending extension requests and can decline them with a reason', async ({
  page,
  portal,
  emails,
  allowed,
}) => {
  allowed.push(/status of 409/);
  const office = await logInAsAdmin(portal.url);
  const { group, student } = await createGroup(office, { members: 1 });
  const ask = (deadlineId: string) =>
    student.caller.call(askExtension, {
      params: { groupId: group._id },
      body: { deadlineId, askedDue: '2028-01-01T09:00:00.000Z', reason: 'Ill.' },
    });
  await ask('march-monthly-report');
  await openSettingsPage(page, '/settings/cohorts');
  await findButton(page, 'Make Session 2027–28 current').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make current' }).click();
  await findButton(page, 'Close Session 2026–27').click();
  const form = page.getByRole('form', { name: 'Close Session 2026–27' });
  const asked = `${group.fypGroupName}: March Monthly Report (${student.name})`;
  await expect(form.getByText(asked)).toBeVisible();
  await expectAccessible(page, 'closing a cohort');
  await form.getByRole('radio', { name: 'Decline them' }).check();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(
    form.getByText('Enter a reason. The students who requested the extensions will see it.'),
  ).toBeVisible();
  await expect(findField(page, 'Reason')).toBeFocused();
  await findField(page, 'Reason').fill('The session is over.');
  // A student requests a second extension while the form for closing the cohort is open.
  await ask('april-monthly-report');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(form.getByRole('alert')).toContainText('open now: 2 extension requests');
  await expect(form.getByText('April Monthly Report')).toBeVisible();
  await expect(findField(page, 'Reason')).toHaveValue('The session is over.');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(findStatusMessage(page, '2 extension requests declined')).toBeVisible();
  await expect(page.getByText(/^Closed on/)).toBeVisible();
  await expect
    .poll(() => emails.to(student.email).map(({ subject }) => subject))
    .toContain('April Monthly Report: extension declined');
  await findButton(page, 'Reopen Session 2026–27').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await findButton(page, 'Make Session 2026–27 current').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make current' }).click();
  await expect(findButton(page, 'Make Session 2027–28 current')).toBeVisible();
});

test('an admin downloads all settings as files', async ({ page }) => {
  await openSettingsPage(page, '/settings');
  const download = page.waitForEvent('download');
  await findButton(page, 'Download settings').click();
  const path = await (await download).path();
  const files = unzipSync(readFileSync(path));
  expect(strFromU8(files['scheme.yaml'] ?? new Uint8Array())).toContain('title: Semester 8');
});
