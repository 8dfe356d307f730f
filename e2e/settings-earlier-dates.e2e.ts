import { getSetting } from '#contract/settings/settings.ts';
import { listSubmissions, setGroupDeadlines } from '#contract/submissions.ts';
import { createGroup } from '#tools/test/people.ts';
import { expect } from './portal.ts';
import { findField, findListItem, openSettingsPage, saveSettings, test } from './settings-steps.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

const deadlineId = 'final-thesis-hard-copy-and-code-upload-zip';
const title = 'Final Thesis hard copy and Code Upload zip';
const year = new Date().getFullYear() + 3;

test('postponing a deadline beyond the extended due dates of some groups asks which due date each of these groups should have', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 360, height: 900 });
  const admin = await logInAsAdmin(portal.url);
  const [firstGroup, secondGroup] = [
    await createGroup(admin, { members: 1 }),
    await createGroup(admin, { members: 1 }),
  ];
  await openSettingsPage(page, '/settings/deadlines');
  await findListItem(page, title).click();
  const [common, extended, next] = [`${year - 1}-01-02`, `${year}-01-03`, `${year}-01-10`];
  await findField(page, 'Due').last().fill(`${common}T23:59`);
  await saveSettings(page, 'Deadlines');
  await admin.call(setGroupDeadlines, {
    params: { deadlineId },
    body: {
      groupIds: [firstGroup.groupId, secondGroup.groupId],
      change: { to: 'date', due: `${extended}T18:59:00.000Z` },
      reason: 'Ill.',
      dryRun: false,
    },
  });
  await findListItem(page, title).click();
  await findField(page, 'Due').last().fill(`${next}T23:59`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('radiogroup', { name: secondGroup.group.fypGroupName });
  await expect(choice.getByRole('radio', { name: /^Use the new date/ })).toBeChecked();
  await expect(dialog.getByText(firstGroup.group.fypGroupName)).toBeVisible();
  await expectAccessible(page, 'the question about earlier dates');
  const { version } = await admin.call(getSetting, { params: { name: 'deadlines' } });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect((await admin.call(getSetting, { params: { name: 'deadlines' } })).version).toBe(version);
  await expect(findField(page, 'Due').last()).toHaveValue(`10 January ${year}, 23:59`);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await choice.getByRole('radio', { name: /^Keep/ }).check();
  const confirm = dialog.getByRole('button', { name: 'Save deadlines' });
  await saveSettings(page, 'Deadlines', confirm);
  const dueOf = async (groupId: string) => {
    const { submissions } = await admin.call(listSubmissions, { params: { groupId } });
    return submissions.find((each) => each.deadlineId === deadlineId)?.due;
  };
  expect(await dueOf(firstGroup.groupId)).toContain(next);
  expect(await dueOf(secondGroup.groupId)).toBe(`${extended}T18:59:00.000Z`);
});
