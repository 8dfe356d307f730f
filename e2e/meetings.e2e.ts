import type { Page } from '@playwright/test';
import { addMeeting, confirmMeeting } from '#contract/meetings/meetings.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { findChoices } from '#contract/students/proposals.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { createGroup } from '#tools/test/people.ts';
import { download, pagesOf } from './download-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin } from './steps.ts';

const heldOn = '9 November 2026, 14:00';

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const listMeetings = (page: Page) => page.getByRole('list', { name: 'Meetings', exact: true });

test('a student records a meeting on a phone, the supervisor confirms it, and the student saves the log', {
  tag: '@story',
}, async ({ page, openPage, portal, emails }) => {
  const { group, student, supervisor, mates } = await createGroup(await logInAsAdmin(portal.url));
  const mate = mates[0]?.name ?? '';
  await page.setViewportSize({ width: 360, height: 740 });
  await openPageAs(page, `/groups/${group.fypGroupName}?tab=meetings`, student);
  await expect(page.getByRole('heading', { name: 'No meetings yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Record a meeting' }).click();
  await expect(page.getByLabel('Date and time')).toBeFocused();
  await page.getByRole('button', { name: 'Record meeting' }).click();
  await expect(page.getByText('Choose a date and time.')).toBeVisible();

  await page.getByLabel('Date and time').fill(heldOn);
  await page.getByLabel('Duration').fill('45');
  await choose(page, mate, 'Late');
  await page.getByLabel('Decisions').fill('The robot gets two wheels.');
  await page.getByRole('button', { name: 'Add next step' }).click();
  await expect(page.getByRole('textbox', { name: 'Next step 1' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Next step 1' }).fill('Order the wheels');
  await page.getByRole('textbox', { name: 'Due' }).fill('12 November 2026');
  await expectAccessible(page, 'the form of a meeting, 360 px');
  // An unsent entry is still there after a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Record a meeting' }).click();
  await expect(page.getByLabel('Decisions')).toHaveValue('The robot gets two wheels.');
  await page.getByRole('button', { name: 'Record meeting' }).click();
  await expect(listMeetings(page)).toContainText('Waiting for the supervisor');
  await expectAccessible(page, 'the meeting log, 360 px');
  await expectNoOverflow(page);

  const subjects = async () =>
    (await emails.waitFor(supervisor.email)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain(`${group.fypGroupName}: meeting to confirm`);
  const office = await openPage();
  await openPageAs(office, '/', supervisor);
  await office.getByRole('link', { name: /One meeting needs your confirmation/ }).click();
  await expect(office).toHaveURL(/\/meetings\?state=unconfirmed$/);
  await expectAccessible(office, 'the list of groups with their meetings');
  await office.getByRole('button', { name: `Show meetings of ${group.fypGroupName}` }).click();
  const drawer = office.getByRole('dialog', { name: group.fypGroupName });
  await expect(drawer).toContainText('The robot gets two wheels.');
  await drawer.getByRole('button', { name: /^Confirm meeting: the meeting on 9 November/ }).click();
  await expect(drawer.getByText('Confirmed', { exact: true })).toBeVisible();
  await expectAccessible(office, 'the meetings of a group beside the list');

  await page.reload();
  await expect(listMeetings(page)).toContainText(`confirmed by ${supervisor.name}`);
  // `check` would expect the new state in the task of the click, and the request begins after it.
  await page.getByLabel('Order the wheels').click();
  await expect(page.getByLabel('Order the wheels')).toBeChecked();
  await expect(listMeetings(page)).toContainText(`done, says ${student.name}`);
  const log = await download(page, () =>
    page.getByRole('button', { name: 'Meeting log to sign (PDF)' }).click(),
  );
  expect(log.suggestedFilename()).toBe(`meeting-log-${group.fypGroupName}.pdf`);
  const text = (await pagesOf(log)).join(' ');
  expect(text).toContain('The robot gets two wheels.');
  expect(text).toContain(`${mate}: Late`);
});

test('a correction is shown beside the recorded version until the other side declines it, and an entry can be withdrawn', async ({
  page,
  portal,
}) => {
  const { group, groupId, student, supervisor } = await createGroup(await logInAsAdmin(portal.url));
  const memberIds = group.fypGroupMembers.map(({ _id }) => _id);
  await meet(student.caller, supervisor.caller, groupId, memberIds);
  await openPageAs(page, `/groups/${group.fypGroupName}?tab=meetings`, supervisor);
  await page.getByRole('button', { name: /^Propose a correction:/ }).click();
  await page.getByLabel('Decisions').fill('Three wheels.');
  await page.getByRole('button', { name: 'Propose correction' }).click();
  await expect(listMeetings(page)).toContainText(`Proposed correction by ${supervisor.name}`);
  await expect(listMeetings(page)).toContainText('Two wheels.');
  await expectAccessible(page, 'a proposed correction');
  await openPageAs(page, `/groups/${group.fypGroupName}?tab=meetings`, student);
  await page.getByRole('button', { name: /^Decline correction:/ }).click();
  await expect(listMeetings(page)).not.toContainText('Three wheels.');

  await page.getByRole('button', { name: 'Record a meeting' }).click();
  await page.getByLabel('Date and time').fill(heldOn);
  await page.getByRole('button', { name: 'Record meeting' }).click();
  await page.getByRole('button', { name: /^Withdraw: the meeting on 9 November/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw the meeting?' });
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(listMeetings(page).getByRole('listitem')).toHaveCount(1);
});

/** Records a meeting of the group and confirms it. */
async function meet(
  writer: ApiCaller,
  confirmer: ApiCaller,
  groupId: string,
  memberIds: readonly string[],
) {
  const { meeting } = await writer.call(addMeeting, {
    params: { groupId },
    body: {
      heldAt: '2026-11-06T10:00:00.000Z',
      minutes: 30,
      attendance: memberIds.map((memberId) => ({ memberId, state: 'late' as const })),
      decisions: 'Two wheels.',
      steps: [],
    },
  });
  const params = { meetingId: meeting._id };
  await confirmer.call(confirmMeeting, { params, body: { revision: meeting.revision } });
}

async function requireMeetings(admin: ApiCaller, minMeetings: number) {
  const params = { name: 'groups' } as const;
  const { value, version } = await admin.call(getSetting, { params });
  const body = { version, value: { ...(value as object), minMeetings } };
  const { cohort } = await admin.call(findChoices);
  await admin.call(saveSetting, { params, query: { cohort }, body });
}

test('markers see attendance beside the mark for team collaboration, and too few meetings beside the viva', async ({
  page,
  portal,
}) => {
  const admin = await logInAsAdmin(portal.url);
  const { group, groupId, student, supervisor, examiner } = await createGroup(admin);
  const memberIds = group.fypGroupMembers.map(({ _id }) => _id);
  await meet(student.caller, supervisor.caller, groupId, memberIds);
  await requireMeetings(admin, 2);
  await openPageAs(page, `/faculty?group=${groupId}`, supervisor);
  const row = page.getByRole('row', { name: /^Team collaboration/i });
  await expect(row.getByText('Meetings: 1 of 1, 1 late')).toHaveCount(2);
  await openPageAs(page, `/board?mark=teamCollaboration`, supervisor);
  await expect(page.getByText('Meetings: 1 of 1, 1 late')).toHaveCount(2);
  await openPageAs(page, `/faculty?tab=external-viva&group=${groupId}`, examiner);
  await expect(page.getByText('1 of 2 confirmed meetings.', { exact: false })).toBeVisible();
  await openPageAs(page, `/groups/${group.fypGroupName}?tab=meetings`, examiner);
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Meetings' })).toHaveCount(0);
  // All tests of the worker share the portal and its settings.
  await requireMeetings(admin, 0);
});
