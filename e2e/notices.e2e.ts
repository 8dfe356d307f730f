import { join } from 'node:path';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { findNoticeSettings } from '#contract/messages/notices.ts';
import { setGroupDeadlines } from '#contract/submissions.ts';
import { openSqlite } from '#server/db/connect.ts';
import { createToken, hashToken } from '#server/session/tokens.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { createGroup, registerStudent } from '#tools/test/people.ts';
import { findToast } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

const decision = 'April Monthly Report: new date';

function move(admin: ApiCaller, groupId: string, day: string) {
  const change = { to: 'date', due: `2027-05-${day}T10:00:00.000Z` } as const;
  const body = { groupIds: [groupId], change, reason: 'As agreed.', dryRun: false };
  return admin.call(setGroupDeadlines, { params: { deadlineId: 'april-monthly-report' }, body });
}

test('a student sees the number of unread notices on the bell, opens a notice and chooses a daily digest', async ({
  page,
  portal,
  emails,
}) => {
  test.setTimeout(90_000);
  const office = await logInAsAdmin(portal.url);
  const { group, groupId, student, mates, supervisor } = await createGroup(office);
  const [member] = group.fypGroupMembers;
  const [mate] = mates;
  const decisionsTo = (email = '') =>
    emails.to(email).filter(({ subject }) => subject === decision).length;
  await openPageAs(page, '/notices', student);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(findToast(page, 'status', 'All notifications marked as read')).toBeVisible();
  await expect(page.getByRole('link', { name: 'No unread notifications' })).toBeVisible();

  const marks = { [member?._id ?? '']: { month1: { marks: 9, feedback: 'Good.' } } };
  const body = { semester: 'Semester 7' as const, groupId, marks };
  await supervisor.caller.call(saveMarks, { body });
  await supervisor.caller.call(mailGroup, { params: { groupId } });
  await move(office, groupId, '05');
  await page.goto('/');
  const bell = page.getByRole('link', { name: '2 unread notifications' });
  // The bell must not have a description, because screen readers would read it in addition to the name.
  await expect(bell).toHaveAccessibleDescription('');
  await expect(bell.getByText('2', { exact: true })).toHaveAttribute('aria-hidden', 'true');
  await bell.click();
  await expect(page).toHaveURL('/notices');
  const rows = page.getByRole('list', { name: 'Notifications', exact: true }).getByRole('listitem');
  const decided = rows.filter({
    hasText: 'April Monthly Report has a new date for your group: 5 May',
  });
  await expect(decided).toContainText('Unread');
  await expectAccessible(page, 'the notices');
  await decided.getByRole('link').press('Enter');
  await expect(page).toHaveURL('/students');
  await expect(page.getByRole('link', { name: '1 unread notification' })).toBeVisible();
  await expect.poll(() => decisionsTo(student.email)).toBe(1);

  await page.goto('/notices');
  await page.getByRole('checkbox', { name: 'Only unread' }).press('Space');
  await expect(page).toHaveURL('/notices?state=unread');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Month 1 marked.');
  const extensions = page.getByRole('radiogroup', { name: 'Extensions' });
  await expect(extensions.getByRole('radio', { name: 'Email' })).toBeChecked();
  await extensions.getByRole('radio', { name: 'Daily digest' }).press('Space');
  await expect(findToast(page, 'status', 'Extensions: you’ll get one email a day.')).toBeVisible();
  await page.reload();
  await expect(extensions.getByRole('radio', { name: 'Daily digest' })).toBeChecked();

  await move(office, groupId, '06');
  // Wait for the second member's email: an email to the student, if any, would have been queued together with it.
  await expect.poll(() => decisionsTo(mate?.email)).toBe(2);
  expect(decisionsTo(student.email)).toBe(1);
  await page.reload();
  await expect(page.getByRole('link', { name: '2 unread notifications' })).toBeVisible();
});

test('a user unsubscribes with the link in an email without logging in', async ({
  page,
  portal,
  allowed,
}) => {
  const student = await registerStudent(await logInAsAdmin(portal.url));
  const token = createToken();
  const db = openSqlite(join(portal.folder, 'portal.sqlite'));
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', student.email)
    .executeTakeFirstOrThrow();
  const row = { token_hash: hashToken(token), user_id: id, kind: 'groups' } as const;
  await db
    .insertInto('unsubscribe_tokens')
    .values({ ...row, created_at: portal.now().toISOString() })
    .execute();
  await db.destroy();

  const chosen = async () => {
    const { settings } = await student.caller.call(findNoticeSettings);
    return settings.find(({ kind }) => kind === 'groups')?.delivery;
  };
  await page.goto(`/unsubscribe/${token}`);
  await expect(page.getByText('emails about “Groups”')).toBeVisible();
  await expectAccessible(page, 'the page to unsubscribe, light');
  expect(await chosen()).toBe('email');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('status')).toContainText('you won’t get these emails any more');
  expect(await chosen()).toBe('page');

  allowed.push(/404/);
  await page.goto(`/unsubscribe/${createToken()}`);
  await expect(
    page.getByText(
      'This link is no longer valid. Log in and choose your emails under Notifications.',
    ),
  ).toBeVisible();
});
