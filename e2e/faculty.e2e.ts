import type { Page } from '@playwright/test';
import { updateGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { logout } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import { aGroup, password } from '#tools/test/people.ts';
import { expect, test } from './portal.ts';
import { admin } from './running-portal.ts';
import { asAdmin, expectAccessible, type Login } from './steps.ts';

/** A group of two with its people, and the two members by name. */
async function aPair(url: string) {
  const scene = await aGroup(await asAdmin(url));
  const [first, second] = scene.group.fypGroupMembers;
  if (!first || !second) throw new Error('The group has two members.');
  return { ...scene, first, second };
}

/** Logs in by the form and lands on the page, as somebody does who has its address. */
async function open(page: Page, person: Login, search = '') {
  await page.goto(`/faculty${search}`);
  await page.getByLabel('Email').fill(person.email);
  await page
    .getByRole('textbox', { name: 'Password', exact: true })
    .fill(person.password ?? password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Faculty', level: 1 })).toBeVisible();
}

const picker = (page: Page) => page.getByRole('combobox', { name: 'Group' });
const marks = (page: Page, { name }: { name: string }, milestone: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}: ${milestone}, of `) });
const feedback = (page: Page, { name }: { name: string }, milestone: string) =>
  page.getByRole('textbox', { name: `${name}: feedback on ${milestone}` });
const save = (page: Page) => page.getByRole('button', { name: 'Save Marks & Send Email' });
const toast = (page: Page, kind: 'status' | 'alert', text: string) =>
  page.getByRole(kind).filter({ hasText: text }).last();

test('the tabs list by supervisor and by examiner without regard to case; a switch clears the group', async ({
  page,
  openPage,
  portal,
}) => {
  const { group, groupId, supervisor, examiner } = await aPair(portal.url);
  await (await asAdmin(portal.url)).call(updateGroup, {
    params: { groupId },
    body: {
      supervisor: supervisor.name.toUpperCase(),
      externalExaminer: examiner.name.toLowerCase(),
    },
  });
  const listed = `${group.fypGroupName} – ${group.fypTitle}`;

  await open(page, supervisor);
  await picker(page).click();
  await expect(page.getByRole('option')).toHaveText([listed]);
  await page.getByRole('option', { name: listed }).click();
  await expect(page.getByRole('table', { name: 'Marks, Semester 7' })).toBeVisible();
  await expect(page).toHaveURL(`/faculty?tab=semester-7&group=${groupId}`);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Marks, Semester 7' })).toBeVisible();

  await page.getByRole('tab', { name: 'Semester 8' }).click();
  await expect(page).toHaveURL('/faculty?tab=semester-8');
  await expect(picker(page)).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Which group?' })).toBeVisible();
  await page.getByRole('tab', { name: 'External Viva' }).click();
  await expect(page.getByRole('heading', { name: 'You examine no group' })).toBeVisible();

  const other = await openPage();
  await open(other, examiner);
  await expect(other.getByRole('heading', { name: 'You supervise no group' })).toBeVisible();
  await other.getByRole('button', { name: 'Open External Viva' }).click();
  await picker(other).click();
  await expect(other.getByRole('option')).toHaveText([listed]);
});

test('without a group, saving warns; an admin finds every group on every tab', async ({
  page,
  portal,
}) => {
  const { group } = await aPair(portal.url);
  await open(page, admin);
  await save(page).click();
  await expect(toast(page, 'alert', 'Please select a group')).toBeVisible();
  for (const tab of ['Semester 7', 'Semester 8', 'External Viva']) {
    await page.getByRole('tab', { name: tab }).click();
    await picker(page).fill(group.fypGroupName);
    await expect(page.getByRole('option')).toHaveCount(1);
  }
});

test('two members are marked with the keyboard alone, and each gets a letter of his own', async ({
  page,
  portal,
  letters,
}) => {
  const { group, supervisor, student, mates, first, second, read } = await aPair(portal.url);
  await open(page, supervisor);
  const { keyboard } = page;
  await picker(page).focus();
  await keyboard.type(group.fypGroupName);
  await keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Marks, Semester 7' })).toBeVisible();

  await keyboard.press('Tab');
  await expect(marks(page, first, 'Proposal')).toBeFocused();
  await keyboard.type('8.5');
  await keyboard.press('Tab');
  await keyboard.type('Clear aims.');
  await keyboard.press('Enter');
  await keyboard.type('Thin on related work.');
  await keyboard.press('ArrowDown');
  await expect(marks(page, first, 'Month 1')).toBeFocused();
  await keyboard.type('7,25');
  await keyboard.press('Enter');
  await expect(marks(page, first, 'Month 1')).toHaveValue('7.25');
  await keyboard.type('6');
  await keyboard.press('ArrowRight');
  await expect(marks(page, second, 'Month 2')).toBeFocused();
  await keyboard.type('4');
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await expect(marks(page, second, 'Proposal')).toBeFocused();
  await keyboard.type('9');
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowLeft');
  await expect(marks(page, first, 'Proposal')).toBeFocused();

  const total = (name: string) => page.getByRole('row', { name });
  await expect(total('Semester 7 total')).toContainText('21.75 / 100');
  await expect(total('All three tabs')).toContainText('13 / 200');
  await expect(page.getByRole('status').filter({ hasText: '5 unsaved changes' })).toBeVisible();
  await expect(page.getByText('Unsaved', { exact: true })).toHaveCount(5);

  await save(page).focus();
  await keyboard.press('Enter');
  await expect(toast(page, 'status', 'Marks saved and email sent')).toBeVisible();
  await expect(page.getByText('Marks saved. 2 letters are on the way.')).toBeVisible();
  await expect(page.getByText('Unsaved', { exact: true })).toHaveCount(0);

  const [toFirst] = await letters.waitFor(student.email);
  const [toSecond] = await letters.waitFor(mates[0]?.email ?? '');
  expect(toFirst?.text).toContain('Proposal: 8.5 of 10\nFeedback: Clear aims.\nThin on related');
  expect(toFirst?.text).toContain('Month 1: 7.25 of 10');
  expect(toFirst?.text).not.toContain('9 of 10');
  expect(toSecond?.text).toContain('Proposal: 9 of 10\nFeedback: No feedback');
  expect(toSecond?.text).not.toContain('Clear aims.');
  expect(letters.to(student.email)).toHaveLength(1);
  expect((await read()).fypGroupMembers[1]).toMatchObject({ month2: { marks: 4, revision: 1 } });
});

test('marks above the total, with three decimals or in words are refused, and nothing is sent', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first, second } = await aPair(portal.url);
  await open(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await marks(page, first, 'Month 4').fill('5');
  const faults = [
    ['First internal viva', '20.01', 'First internal viva: marks go from 0 to 20.'],
    ['Progress report', '7.125', 'Progress report: marks have at most two decimals.'],
    ['Team collaboration', 'ten', 'Team collaboration: marks must be a number.'],
  ] as const;
  for (const [milestone, typed, message] of faults) {
    await marks(page, second, milestone).fill(typed);
    await expect(page.getByText(message)).toBeHidden();
    await marks(page, second, milestone).blur();
    await expect(page.getByText(message)).toBeVisible();
    await expect(marks(page, second, milestone)).toHaveAccessibleDescription(`${message} Unsaved`);
  }
  await feedback(page, first, 'Month 1').fill('x'.repeat(2001));
  await expect(page.getByText('1 character too many')).toBeVisible();
  await feedback(page, first, 'Month 1').blur();
  await expect(page.getByText('Feedback may have at most 2000 characters.')).toBeVisible();

  const sent: string[] = [];
  page.on('request', (request) => void sent.push(request.url()));
  await save(page).click();
  await expect(feedback(page, first, 'Month 1')).toBeFocused();
  await expect(page.getByText('5 unsaved changes, 4 to correct')).toBeVisible();
  expect(sent.filter((url) => url.includes('save-teacher-marks'))).toEqual([]);
});

test('leaving with unsaved cells is warned, and a reload brings them back', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first } = await aPair(portal.url);
  await open(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await marks(page, first, 'Proposal').fill('6,5');
  await feedback(page, first, 'Proposal').fill('Half a thought');

  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('tab', { name: 'Semester 8' }).click();
  await expect(dialog).toContainText('1 change is not saved');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toBeHidden();
  await expect(marks(page, first, 'Proposal')).toHaveValue('6.5');

  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
  await reloaded;
  await expect(marks(page, first, 'Proposal')).toHaveValue('6.5');
  await expect(feedback(page, first, 'Proposal')).toHaveValue('Half a thought');

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/');
  await page.goto(`/faculty?tab=semester-7&group=${groupId}`);
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(marks(page, first, 'Proposal')).toHaveValue('');
  await page.getByRole('tab', { name: 'Semester 8' }).click();
  await expect(page).toHaveURL('/faculty?tab=semester-8');
});

test('when two people mark the same cells, both values are shown and each cell is decided', async ({
  page,
  openPage,
  portal,
  allowed,
}) => {
  allowed.push(/status of 409/);
  const { supervisor, groupId, first, second, read } = await aPair(portal.url);
  const search = `?tab=semester-7&group=${groupId}`;
  await open(page, supervisor, search);
  await marks(page, first, 'Proposal').fill('8');
  await marks(page, second, 'Proposal').fill('7');
  await marks(page, second, 'Month 1').fill('6');

  const other = await openPage();
  await open(other, admin, search);
  await marks(other, first, 'Proposal').fill('2');
  await feedback(other, first, 'Proposal').fill('From the office.');
  await marks(other, second, 'Proposal').fill('3');
  await save(other).click();
  await expect(toast(other, 'status', 'Marks saved and email sent')).toBeVisible();

  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved first' });
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

  await expect(toast(page, 'status', 'Marks saved and email sent')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(marks(page, second, 'Proposal')).toHaveValue('3');
  await expect(marks(page, second, 'Month 1')).toHaveValue('6');
  expect((await read()).fypGroupMembers).toMatchObject([
    { proposal: { marks: 8, feedback: 'From the office.' } },
    { proposal: { marks: 3 }, month1: { marks: 6 } },
  ]);
});

test('a session that ends mid-work: log in again, the save goes through and nothing is lost', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 401/);
  const { supervisor, groupId, first, read } = await aPair(portal.url);
  await open(page, supervisor, `?tab=semester-8&group=${groupId}`);
  await marks(page, first, 'Thesis').fill('9.75');
  await feedback(page, first, 'Thesis').fill('Publishable.');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await new Caller(portal.url, token ?? '').call(logout);

  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(toast(page, 'status', 'Marks saved and email sent')).toBeVisible();
  await expect(marks(page, first, 'Thesis')).toHaveValue('9.75');
  expect((await read()).fypGroupMembers[0]).toMatchObject({
    thesis: { marks: 9.75, feedback: 'Publishable.' },
  });
});

test('the external examiner records the viva, and clears its status again', async ({
  page,
  portal,
  letters,
}) => {
  const { examiner, groupId, student, first, read } = await aPair(portal.url);
  await open(page, examiner, `?tab=external-viva&group=${groupId}`);
  await marks(page, first, 'External viva').fill('40.5');
  await marks(page, first, 'External viva').blur();
  await expect(page.getByText('External viva: marks go from 0 to 40.')).toBeVisible();
  await marks(page, first, 'External viva').fill('33');
  await page.getByLabel('Viva date').pressSequentially('22');
  await save(page).click();
  await expect(page.getByText('Give a whole date such as 22 May 2027, or none.')).toBeVisible();
  await expect(page.getByLabel('Viva date')).toBeFocused();
  await page.getByLabel('Viva date').fill('2027-05-22');
  await page.getByRole('radio', { name: 'Pass' }).check();
  await page.getByRole('textbox', { name: 'Overall feedback' }).fill('A sound defence.');
  await save(page).click();
  await expect(page.getByText('Marks saved. 2 letters are on the way.')).toBeVisible();
  const record = { vivaDate: '2027-05-22', vivaStatus: 'pass', vivaFeedback: 'A sound defence.' };
  expect((await read()).externalVivaDetails).toMatchObject(record);
  const [letter] = await letters.waitFor(student.email);
  expect(letter?.text).toContain('External viva: 33 of 40');
  expect(letter?.text).toContain('Date: 22 May 2027\nStatus: pass\nFeedback: A sound defence.');

  await page.getByRole('radio', { name: 'Pending' }).check();
  await save(page).click();
  await expect(page.getByText('Marks saved. 2 letters are on the way.')).toBeVisible();
  expect((await read()).externalVivaDetails.vivaStatus).toBeNull();
  await save(page).click();
  await expect(toast(page, 'status', 'Nothing to save')).toBeVisible();
});

test('what fails is told: the list, the save, and the e-mail after a save that went through', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 50[03]/, /ERR_FAILED/);
  const { supervisor, groupId, first, read } = await aPair(portal.url);
  const answer = (code: string, message: string, status: number) => ({
    status,
    json: { code, message, error: message },
  });
  await page.route('**/teacher-assigned-groups', (route) =>
    route.fulfill(answer('unavailable', 'The database is away.', 503)),
  );
  await open(page, supervisor, `?tab=semester-7&group=${groupId}`);
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch groups' });
  await expect(alert).toContainText('The database is away.');
  await page.unroute('**/teacher-assigned-groups');
  await alert.getByRole('button', { name: 'Retry' }).click();

  await marks(page, first, 'Proposal').fill('5');
  await page.route('**/save-teacher-marks', (route) => route.abort());
  await save(page).click();
  await expect(toast(page, 'alert', 'Failed to save marks')).toContainText('cannot be reached');
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
  await page.unroute('**/save-teacher-marks');

  await page.route('**/send-group-emails/**', (route) => route.abort());
  await save(page).click();
  await expect(toast(page, 'alert', 'Marks are saved, but the e-mail could not')).toContainText(
    'The letters will follow by themselves within a few minutes.',
  );
  expect((await read()).fypGroupMembers[0]).toMatchObject({ proposal: { marks: 5 } });
});

test('a reply from behind never overwrites what is typed, and says that something changed', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first } = await aPair(portal.url);
  await open(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await marks(page, first, 'Proposal').fill('8');
  await (await asAdmin(portal.url)).call(saveMarks, {
    body: {
      semester: 'Semester 7',
      groupId,
      marks: { [first._id]: { proposal: { marks: 2 }, month1: { marks: 3 } } },
    },
  });
  await page.evaluate(() => {
    // As when he comes back from another window.
    window.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(marks(page, first, 'Month 1')).toHaveValue('3');
  await expect(marks(page, first, 'Proposal')).toHaveValue('8');
  await expect(marks(page, first, 'Proposal')).toHaveAccessibleDescription(
    'Changed meanwhile; saved now: 2 Unsaved',
  );
});

test('on a phone one member is shown at a time, and the keyboard goes on to the next', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first, second } = await aPair(portal.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, supervisor, `?tab=semester-8&group=${groupId}`);
  await expect(marks(page, second, 'Thesis')).toBeHidden();
  await marks(page, first, 'Second internal viva').focus();
  await page.keyboard.press('Enter');
  await expect(marks(page, second, 'Month 5')).toBeFocused();
  await expect(marks(page, first, 'Thesis')).toBeHidden();
  await page.getByRole('radiogroup', { name: 'Member' }).getByText(first.name).click();
  await expect(marks(page, first, 'Thesis')).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(360);
});

async function expectNoFaults(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page, colorScheme);
  }
}

test('the form, filled and faulty, is free of accessibility faults, light and dark', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first } = await aPair(portal.url);
  await open(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await marks(page, first, 'Proposal').fill('11');
  await feedback(page, first, 'Proposal').fill('Near the end. '.repeat(140));
  await expectNoFaults(page);
  await page.getByRole('tab', { name: 'External Viva' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFaults(page);
});

test('the viva’s form and the tabs without a group are free of accessibility faults', async ({
  page,
  portal,
}) => {
  const { examiner, groupId } = await aPair(portal.url);
  await open(page, examiner, `?tab=external-viva&group=${groupId}`);
  await page.getByLabel('Viva date').fill('2027-05-22');
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('tab', { name: 'Semester 8' }).click();
  await expect(page.getByRole('heading', { name: 'You supervise no group' })).toBeVisible();
  await expectNoFaults(page);
});
