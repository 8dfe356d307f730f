import { unzipSync } from 'fflate';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { saveMarks } from '#contract/marks.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { bytesOf, download, pagesOf } from './download-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

async function twoGroups(url: string) {
  const caller = await logInAsAdmin(url);
  const first = await createGroup(caller, { members: 2 });
  const second = await createGroup(caller, { members: 1 });
  const body = { supervisor: first.supervisor.name };
  await caller.call(updateGroup, { params: { groupId: second.groupId }, body });
  const memberId = first.group.fypGroupMembers[0]?._id ?? '';
  const marks = { [memberId]: { month1: { marks: 7.25 } } };
  await caller.call(saveMarks, { body: { semester: 'Semester 7', groupId: first.groupId, marks } });
  return { first, second };
}

const codeIn = (text = '') => /Check code ((?:[0-9a-f]{4} ?){4})/.exec(text)?.[1]?.trim() ?? '';

test('a coordinator downloads the files of two groups and prints their result sheets', {
  tag: '@story',
}, async ({ page, portal }) => {
  const { first, second } = await twoGroups(portal.url);
  await openPageAs(page, '/board', adminCredentials);
  await page.getByLabel('Search groups').fill(first.supervisor.name);
  const grid = page.getByRole('grid', { name: 'Board' });
  await expect(grid.getByRole('rowheader')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Download files' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download files' });
  await expect(dialog.getByRole('checkbox', { name: /^Proposal: 2 files/ })).toBeChecked();
  const feeProofs = dialog.getByRole('checkbox', { name: /^Fee proof: 3 files/ });
  await expect(feeProofs).not.toBeChecked();
  await expect(dialog.getByText('One archive with 2 files of 2 groups.')).toBeVisible();
  await expectAccessible(page, 'the dialog of downloads');
  await feeProofs.check();
  await dialog.getByRole('checkbox', { name: /^Proposal/ }).uncheck();
  await dialog.getByRole('checkbox', { name: /^Proposal/ }).check();
  const archive = await download(page, () =>
    dialog.getByRole('button', { name: /^Download 5 files \(/ }).click(),
  );
  expect(archive.suggestedFilename()).toMatch(/^files-\d{4}-\d\d-\d\d\.zip$/);
  const paths = Object.keys(unzipSync(await bytesOf(archive)));
  expect(paths.filter((path) => path.endsWith('/Proposal v1.pdf'))).toHaveLength(2);
  for (const { fypGroupName, fypTitle } of [first.group, second.group]) {
    expect(paths).toContain(`${fypGroupName} ${fypTitle}/Proposal v1.pdf`);
  }
  await expect(dialog.getByText(/^The download has started/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const sheets = await download(page, () =>
    page.getByRole('button', { name: 'Print result sheets' }).click(),
  );
  const pages = await pagesOf(sheets);
  expect(pages.map((text) => /(\S+) Page 1 of 1/.exec(text)?.[1]).toSorted()).toEqual(
    [first.group.fypGroupName, second.group.fypGroupName].toSorted(),
  );
});

test('checking the code of a printed result sheet shows whether a mark has changed since the sheet was printed', async ({
  page,
  portal,
}) => {
  const { first } = await twoGroups(portal.url);
  const { group, supervisor } = first;
  await openPageAs(page, `/groups/${group.fypGroupName}`, supervisor);
  const sheet = await download(page, () =>
    page.getByRole('button', { name: 'Result sheet (PDF)', exact: true }).click(),
  );
  const [text = ''] = await pagesOf(sheet);
  expect(text).toContain('Month 1 10 7.25 –');
  const [member] = group.fypGroupMembers;
  const memberSheet = await download(page, () =>
    page.getByRole('button', { name: `Result sheet of ${member?.name} (PDF)` }).click(),
  );
  expect((await pagesOf(memberSheet))[0]).toContain(
    `Result sheet of ${member?.name}, ${member?.roll}`,
  );

  await page.getByRole('tab', { name: 'Marks' }).click();
  const check = page.getByRole('region', { name: 'Check a printed sheet' });
  const code = check.getByLabel('Check code');
  const send = check.getByRole('button', { name: 'Check sheet' });
  await code.fill('1a2b');
  await send.click();
  await expect(check.getByText(/^Enter the check code as it is printed/)).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(codeIn(text));
  await send.click();
  await expect(check.getByRole('status')).toContainText(
    `The code matches the current results of ${group.fypGroupName}.`,
  );
  await expect(check.getByRole('row', { name: 'Month 1 10 7.25 –' })).toBeVisible();
  await expect(check.getByRole('row', { name: `Title ${group.fypTitle}` })).toBeVisible();
  await expectAccessible(page, 'the page of a group');
  const caller = await logInAsAdmin(portal.url);
  const marks = { [member?._id ?? '']: { month1: { marks: 9 } } };
  const body = { semester: 'Semester 7', groupId: first.groupId, marks };
  await caller.call(saveMarks, { body });
  await send.click();
  await expect(check.getByRole('status')).toContainText(
    'This sheet doesn’t match the current results. The group was last changed on',
  );
});

test('a student saves their own result sheet', async ({ page, portal }) => {
  const { first } = await twoGroups(portal.url);
  const [student, mate] = first.group.fypGroupMembers;
  await openPageAs(page, '/students', first.student);
  const sheet = await download(page, () =>
    page.getByRole('button', { name: 'Result sheet (PDF)' }).click(),
  );
  const [text = ''] = await pagesOf(sheet);
  expect(text).toContain(`Result sheet of ${student?.name}`);
  expect(text).not.toContain(mate?.name);
});
