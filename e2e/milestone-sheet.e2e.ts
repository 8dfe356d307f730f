import type { Page } from '@playwright/test';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { readGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

/** Opens the sheet of Month 1 for a supervisor with a group of two and a group of one. */
async function openSheet(page: Page, url: string) {
  const admin = await logInAsAdmin(url);
  const first = await createGroup(admin, { members: 2 });
  const second = await createGroup(admin, { members: 1 });
  const body = { supervisor: first.supervisor.name };
  await admin.call(updateGroup, { params: { groupId: second.groupId }, body });
  await openPageAs(page, '/board?mark=month1', first.supervisor);
  await expect(page.getByRole('heading', { name: 'Mark Month 1', level: 1 })).toBeVisible();
  const fields = page.getByRole('textbox', { name: /, Month 1: marks$/ });
  await expect(fields).toHaveCount(3);
  return { first, second, fields };
}

async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await page.keyboard.press('ControlOrMeta+v');
}

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Paste marks' });

/** Confirms the preview with the keyboard. */
async function fillMarks(page: Page, count: string) {
  await expect(findDialog(page).getByRole('button', { name: `Fill ${count}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(findDialog(page)).toBeHidden();
}

test('a pasted spreadsheet column fills the marks from the focused field on after a preview, and can be undone', {
  tag: '@story',
}, async ({ page, portal }) => {
  const { fields } = await openSheet(page, portal.url);
  await fields.nth(1).fill('4');
  await fields.nth(0).focus();
  await paste(page, 'Marks\r\n7,50\r\n8.25\r\n9\r\n');
  const dialog = findDialog(page);
  await expect(dialog.getByText('“Marks”, is treated as the column heading')).toBeVisible();
  await expect(dialog.getByRole('row')).toHaveText([/^Student/, /–7\.5$/, /48\.25$/, /–9$/]);
  await expectAccessible(page, 'the preview of pasted marks');
  await fillMarks(page, '3 marks');
  await expect(fields.nth(0)).toBeFocused();
  const expectMarks = async (marks: string[]) => {
    for (const [index, value] of marks.entries())
      await expect(fields.nth(index)).toHaveValue(value);
  };
  await expectMarks(['7.5', '8.25', '9']);

  await page.keyboard.press('ControlOrMeta+z');
  await expectMarks(['', '4', '']);
  await paste(page, '1\n2\n3');
  await fillMarks(page, '3 marks');
  await expectMarks(['1', '2', '3']);
  const feedback = page.getByRole('textbox', { name: /, Month 1: feedback$/ }).first();
  await feedback.fill('Clear.');
  await page.getByRole('button', { name: 'Undo pasting 3 marks' }).click();
  await expectMarks(['', '4', '']);
  await expect(feedback).toHaveValue('Clear.');
  await feedback.fill('');

  await fields.nth(1).focus();
  await paste(page, '5\n6');
  await fillMarks(page, '2 marks');
  await page.getByRole('button', { name: 'Save and send to 2 students' }).click();
  await expect(page.getByText('2 groups saved.')).toBeVisible();
  await expectMarks(['', '5', '6']);
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
});

test('pasted text and marks above the total stay in their fields with an error until they are corrected', async ({
  page,
  portal,
}) => {
  const { first, fields } = await openSheet(page, portal.url);
  await fields.nth(0).focus();
  await paste(page, '11\nabsent\n9\n');
  const dialog = findDialog(page);
  await expect(dialog.getByText('2 values have errors.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fill 3 marks' }).click();
  await expect(fields.nth(0)).toHaveValue('11');
  await expect(fields.nth(1)).toHaveValue('absent');
  await expect(fields.nth(1)).toHaveAccessibleDescription(/Month 1: marks must be a number\.$/);
  await expect(page.getByRole('button', { name: /^Save and send/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Go to the first error' }).click();
  await expect(fields.nth(0)).toBeFocused();
  await page.keyboard.type('10');
  await page.getByRole('button', { name: 'Go to the first error' }).click();
  await page.keyboard.type('0');
  await page.getByRole('button', { name: 'Save and send to 3 students' }).click();
  await expect(page.getByText('2 groups saved.')).toBeVisible();

  await openPageAs(page, '/students', first.student);
  await expect(page.getByRole('row', { name: /^Month 1/ })).toContainText('10');
});

test('a pasted column with too many values, too few values or several columns is explained and can be cancelled', async ({
  page,
  portal,
}) => {
  const { fields } = await openSheet(page, portal.url);
  const dialog = findDialog(page);
  await fields.nth(1).focus();
  await paste(page, '5\n6\n7\n8');
  await expect(
    dialog.getByText('The column has 4 values, but there are only 2 students from this field'),
  ).toContainText('Not used: 7, 8.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(fields.nth(1)).toBeFocused();
  await expect(fields.nth(1)).toHaveValue('');
  await fields.nth(0).focus();
  await paste(page, '5\n\n');
  await expect(dialog.getByText('1 student below keeps the current mark.')).toBeVisible();
  await expect(dialog.getByText('empty line')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(fields.nth(0)).toBeFocused();
  await paste(page, 'F-1\t5\nF-2\t6');
  await expect(dialog.getByText('You copied 2 columns.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(fields.nth(0)).toBeFocused();
  await expect(page.getByText('No unsaved changes')).toBeVisible();
  await paste(page, '6');
  await expect(fields.nth(0)).toHaveValue('6');
});

test('marks that somebody else saved meanwhile are chosen in one dialog for all groups, and then saved', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 409/);
  const { first, second, fields } = await openSheet(page, portal.url);
  for (const index of [0, 1, 2]) await fields.nth(index).fill('8');
  const admin = await logInAsAdmin(portal.url);
  for (const { groupId } of [first, second]) {
    const { group } = await admin.call(readGroup, { params: { groupId } });
    const marks = { [group.fypGroupMembers[0]?._id ?? '']: { month1: { marks: 3 } } };
    await admin.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
  }
  const save = page.getByRole('button', { name: /^Save and send/ });
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved first' });
  await expect(dialog.getByRole('radiogroup')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Decide later' }).click();
  await expect(dialog).toBeHidden();
  await save.click();
  await dialog.getByRole('radio', { name: 'Keep mine: 8 / 10' }).first().check();
  await dialog.getByRole('radio', { name: 'Take theirs: 3 / 10' }).last().check();
  await dialog.getByRole('button', { name: 'Save with these choices' }).click();
  await expect(page.getByText(/^1 group saved/)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const values = await fields.evaluateAll((inputs) =>
    inputs.map((input) => (input as HTMLInputElement).value),
  );
  expect(values.toSorted()).toEqual(['3', '8', '8']);
});

test('on a phone the sheet lists each member on one line with the feedback below, also at 400 % zoom', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { first, fields } = await openSheet(page, portal.url);
  const [member] = first.group.fypGroupMembers;
  if (!member) throw new Error('The group has two members.');
  const boxOf = async (locator: ReturnType<Page['locator']>) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('The element is not visible.');
    return box;
  };
  const row = page.getByRole('row').filter({ has: page.getByText(member.roll) });
  const [name, marks, feedback, group] = await Promise.all([
    boxOf(row.getByText(member.roll, { exact: true })),
    boxOf(row.getByRole('textbox', { name: /: marks$/ })),
    boxOf(row.getByRole('textbox', { name: /: feedback$/ })),
    boxOf(row.getByRole('rowheader')),
  ]);
  expect(marks.y).toBeLessThan(name.y + name.height);
  expect(marks.x).toBeGreaterThan(name.x + 100);
  expect(feedback.y).toBeGreaterThan(marks.y + marks.height);
  expect(feedback.width).toBeGreaterThan(300);
  expect(group.width).toBeGreaterThan(300);
  expect(feedback.y + feedback.height - marks.y).toBeLessThan(110);
  await expectAccessible(page, 'the sheet on a phone');

  await page.setViewportSize({ width: 320, height: 256 });
  for (const index of [0, 2]) {
    await fields.nth(index).focus();
    await expect(fields.nth(index)).toBeInViewport({ ratio: 1 });
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test('marks saved without a connection stay typed, and are saved by themselves when the connection returns', async ({
  page,
  portal,
  context,
  allowed,
}) => {
  allowed.push(/net::ERR_|Failed to load resource/);
  const { first, second, fields } = await openSheet(page, portal.url);
  await fields.nth(0).fill('8');
  await fields.nth(2).fill('9');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save and send to 2 students' }).click();
  await expect(page.getByText(/^2 unsaved changes\. Connection lost\./)).toBeVisible();
  await expectAccessible(page, 'the sheet without a connection');
  // A mark that is typed during the wait is not part of the save.
  await fields.nth(1).fill('1');
  await context.setOffline(false);
  await expect(page.getByText('1 unsaved change. 2 groups saved.')).toBeVisible();
  await expect(fields.nth(1)).toHaveValue('1');
  const saved = { month1: { marks: 8 } };
  expect((await first.read()).fypGroupMembers).toMatchObject([saved, { month1: { marks: null } }]);
  expect((await second.read()).fypGroupMembers).toMatchObject([{ month1: { marks: 9 } }]);
});

test('a save that waits for the connection can be cancelled, and the marks survive a reload', async ({
  page,
  portal,
  context,
  allowed,
}) => {
  allowed.push(/net::ERR_|Failed to load resource/);
  const { fields } = await openSheet(page, portal.url);
  await fields.nth(0).fill('8');
  await fields.nth(2).fill('9');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save and send to 2 students' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('2 unsaved changes.', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(fields.nth(2)).toHaveValue('9');
  await page.getByRole('button', { name: 'Save and send to 2 students' }).click();
  await expect(page.getByText('2 groups saved.')).toBeVisible();
});
