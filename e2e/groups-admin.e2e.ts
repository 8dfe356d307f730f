import { updateGroup } from '#contract/admin/group-edits.ts';
import { deleteGroup } from '#contract/groups.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { buildProposal, createAccount, createGroup } from '#tools/test/people.ts';
import { milestoneKeys } from '#tools/test/scheme.ts';
import {
  findButton,
  findGroupEditor,
  findToast,
  findUserForm,
  openAdminPanel,
} from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

test('an admin edits a group’s title, examiner, member and marks, and the request and history contain only these changes', {
  tag: '@story',
}, async ({ page, portal }) => {
  const admin = await logInAsAdmin(portal.url);
  const { group, examiner } = await createGroup(admin);
  const next = await createAccount(admin, 'faculty');
  const { fypGroupName } = group;
  const [first, second] = group.fypGroupMembers;
  await openAdminPanel(page, `?q=${fypGroupName}`);
  await page.getByRole('button', { name: `Edit ${fypGroupName}` }).click();
  const dialog = findGroupEditor(page, fypGroupName);
  await expect(dialog.getByLabel('Status', { exact: true })).toHaveValue('pending');
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await expectAccessible(page, 'the editor of a group');
  await dialog.getByRole('textbox', { name: 'Project title' }).fill('A title of the admin');
  await dialog.getByLabel('External examiner').fill(next.name);
  await page.keyboard.press('Tab');
  await dialog.getByRole('tab', { name: second?.name ?? '' }).click();
  await expect(dialog.getByRole('textbox', { name: / marks$/ })).toHaveCount(14);
  await dialog.getByLabel('Father name').fill('A father of the admin');
  await dialog.getByLabel('Thesis marks').fill('8.5');
  await dialog.getByLabel('Thesis feedback').fill('Clear and complete.');
  await expect(dialog.getByText('8.5 of 60')).toBeVisible();
  await expect(dialog.getByText('5 unsaved changes')).toBeVisible();
  const sent = page.waitForRequest('**/api/auth/update/*');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  expect((await sent).postDataJSON()).toEqual({
    version: group.version,
    fypTitle: 'A title of the admin',
    externalExaminer: next.name,
    externalExaminerId: expect.any(String),
    fypGroupMembers: [
      { _id: first?._id },
      {
        _id: second?._id,
        fathername: 'A father of the admin',
        thesis: { marks: 8.5, feedback: 'Clear and complete.' },
      },
    ],
  });
  await expect(findToast(page, 'status', 'Group updated successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Edit ${fypGroupName}` })).toBeFocused();

  await page.getByRole('button', { name: /A title of the admin/ }).click();
  const sums = page.getByRole('table', { name: 'Marks so far' });
  await expect(
    sums.getByRole('row', { name: `${second?.name} – 8.5 1 of 5 milestones marked –` }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /^Proposal: proposal.pdf/ })).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: `History of ${fypGroupName}` });
  await expectAccessible(page, 'the history of a group');
  const latest = history.getByRole('listitem').first();
  await expect(latest).toContainText(`${second?.name}: Thesis marksfrom not marked to 8.5`);
  await expect(latest).toContainText(`External examinerfrom ${examiner.name} to ${next.name}`);
  await expect(latest).toContainText('Father name');
  await expect(history.getByText('Proposed “A portal for final-year projects”')).toBeVisible();
});

test('a group’s long history loads page by page, and the focus moves to the first entry of each new page', async ({
  page,
  portal,
}) => {
  const admin = await logInAsAdmin(portal.url);
  const { group, groupId } = await createGroup(admin);
  const { fypGroupName } = group;
  for (let round = 1; round <= 3; round += 1) {
    const marks = milestoneKeys.map((key) => [key, { marks: round, feedback: `Round ${round}` }]);
    const [first, ...otherMembers] = group.fypGroupMembers.map(({ _id }) => ({ _id }));
    const member = { _id: '', ...first, ...Object.fromEntries(marks) };
    const body = { fypTitle: `Title ${round}`, fypGroupMembers: [member, ...otherMembers] };
    await admin.call(updateGroup, { params: { groupId }, body });
  }
  await openAdminPanel(page, `?q=${fypGroupName}`);
  await page.getByRole('button', { name: /Title 3/ }).click();
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: `History of ${fypGroupName}` });
  const proposed = history.getByText(`Proposed “${group.fypTitle}”`);
  await expect(history.getByText('Title 3')).toBeVisible();
  await expect(proposed).toBeHidden();
  const more = history.getByRole('button', { name: 'Show older changes' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(history.getByRole('status')).toContainText(/^All \d+ changes shown$/);
  await expect(proposed).toBeVisible();
  await expect(more).toBeHidden();
  // A save must appear in the history only once, even if its changes are split between two pages of the history.
  await expect(history.getByText(/to Title 2$/)).toHaveCount(1);
  await expect(history.locator('li:focus')).toHaveCount(1);
});

test('the group editor shows a server error at the invalid field and keeps the input', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/409/);
  const caller = await logInAsAdmin(portal.url);
  const { group } = await createGroup(caller);
  const other = await createGroup(caller, { members: 1 });
  const mate = group.fypGroupMembers[1];
  await openAdminPanel(page, `?q=${group.fypGroupName}`);
  await page.getByRole('button', { name: `Edit ${group.fypGroupName}` }).click();
  const dialog = findGroupEditor(page, group.fypGroupName);
  await dialog.getByRole('tab', { name: mate?.name ?? '' }).click();
  await dialog.getByLabel('Email').fill(other.student.email);
  await dialog.getByLabel('Month 1 marks').fill('11');
  await dialog.getByRole('tab', { name: 'Project' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('Month 1: enter marks from 0 to 10.')).toBeVisible();
  await expect(dialog.getByLabel('Month 1 marks')).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'an invalid mark in the editor, 360 px');
  await dialog.getByLabel('Month 1 marks').fill('9');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const refusal = `${other.student.email} already belongs to a member of a group.`;
  await expect(findToast(page, 'alert', refusal)).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(refusal);
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expect(dialog.getByLabel('Month 1 marks')).toHaveValue('9');
});

test('when two admins edit a group, the second to save sees the first admin’s changes after reloading it, and keeps their own input', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/409/);
  const caller = await logInAsAdmin(portal.url);
  const { group, groupId } = await createGroup(caller);
  const second = await createAccount(caller, 'admin');
  await openAdminPanel(page, `?q=${group.fypGroupName}`);
  await page.getByRole('button', { name: `Edit ${group.fypGroupName}` }).click();
  const dialog = findGroupEditor(page, group.fypGroupName);
  await dialog.getByRole('textbox', { name: 'Project title' }).fill('Mine');
  await dialog.getByLabel('Overall feedback').fill('My feedback');
  await second.caller.call(updateGroup, {
    params: { groupId },
    body: { fypTitle: 'Theirs', supervisor: 'Dr. Somebody Else' },
  });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const refusal = dialog.getByRole('alert');
  await expect(refusal).toContainText(`Nothing was saved: ${second.name} changed this group on `);
  await expect(refusal).not.toContainText(/\d\dT\d\d/);
  await dialog.getByRole('button', { name: 'Reload group' }).click();
  await expect(dialog.getByText('Current: Theirs')).toBeVisible();
  await expect(dialog.getByText('Yours: Mine')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Project title' })).toHaveValue('Mine');
  await expect(dialog.getByLabel('Overall feedback')).toHaveValue('My feedback');
  await expect(dialog.getByLabel('Supervisor')).toHaveValue('Dr. Somebody Else');
  await dialog.getByRole('button', { name: 'Keep current value: Project title' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Project title' })).toHaveValue('Theirs');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(findToast(page, 'status', 'Group updated successfully')).toBeVisible();
  await page.getByRole('button', { name: /Theirs/ }).click();
  await expect(page.getByText('My feedback')).toBeVisible();
});

test('an admin moves a group to the bin after confirming and restores it, unless a member has joined another group in the meantime', {
  tag: '@story',
}, async ({ page, portal, allowed }) => {
  allowed.push(/409/);
  const caller = await logInAsAdmin(portal.url);
  const { group, student } = await createGroup(caller, { members: 1 });
  const name = group.fypGroupName;
  await openAdminPanel(page, `?q=${name}`);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${name}` });
  await expect(
    dialog.getByText('Are you sure you want to delete this group?', { exact: true }),
  ).toBeVisible();
  await expect(dialog).toContainText('moved to the bin');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(findToast(page, 'status', 'Group deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: `No groups match “${name}”` })).toBeVisible();

  await page.getByText('Bin', { exact: true }).click();
  await expect(page).toHaveURL(`/admin?q=${name}&bin=true`);
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(findToast(page, 'status', 'Group restored')).toBeVisible();
  await page.getByText('In use', { exact: true }).click();
  await expect(findButton(page, `Edit ${name}`)).toBeVisible();

  await caller.call(deleteGroup, { params: { groupId: group._id } });
  await student.caller.call(submitProposal, { body: buildProposal([student]) });
  await page.goto(`/admin?q=${name}&bin=true`);
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  const refusal = page.getByRole('dialog', { name: `Couldn’t restore ${name}` });
  await expect(refusal).toContainText('A member of this group is now in another group.');
  await refusal.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: `Restore ${name}` })).toBeVisible();
});

test('the group editor asks for confirmation before it discards unsaved changes', async ({
  page,
  portal,
}) => {
  const { group, student } = await createGroup(await logInAsAdmin(portal.url));
  await openAdminPanel(page, `?q=${group.fypGroupName}`);
  await page.getByRole('button', { name: `Edit ${group.fypGroupName}` }).click();
  const dialog = findGroupEditor(page, group.fypGroupName);
  await dialog.getByRole('textbox', { name: 'Project title' }).fill('Half a title');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  // The focus moves into the question shortly after it appears.
  await expect(question.locator(':focus')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog.getByRole('textbox', { name: 'Project title' })).toHaveValue('Half a title');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/admin?tab=users&q=${encodeURIComponent(student.name)}`);
  await findButton(page, `Edit ${student.name}`).click();
  await findUserForm(page, student.name).getByLabel('Name').fill('Half a name');
  await page.getByRole('tab', { name: 'Groups' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(findUserForm(page, student.name).getByLabel('Name')).toHaveValue('Half a name');
});
