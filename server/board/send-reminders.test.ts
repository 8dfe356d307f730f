import { describe, expect } from 'vitest';
import { sendReminders } from '#contract/board.ts';
import { setGroupDeadlines } from '#contract/submissions.ts';
import { readAuditEntries } from '#server/test/audit/trail.ts';
import {
  createTestGroup,
  dateBeforeReports,
  getItemAt,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const deadlineId = 'november-monthly-report';
const asked = (teams: readonly TestGroup[], changes: object = {}) => ({
  body: { groupIds: teams.map(({ groupId }) => groupId), deadlineId, dryRun: false, ...changes },
});
const emailsOf = (portal: Portal) =>
  portal.db
    .selectFrom('emails')
    .select(['recipient', 'subject', 'text_body', 'reply_to'])
    .where('subject', 'like', '%is overdue')
    .orderBy('recipient')
    .execute();

describe('a reminder about a deadline', () => {
  test('can be previewed with all recipients without sending any email', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 2, createdAt: dateBeforeReports });
    const before = await portal.snapshot();
    const reply = await portal.admin.call(sendReminders, asked([team], { dryRun: true }));
    expect(reply).toMatchObject({ isSent: false, message: 'No one was emailed yet.' });
    expect(reply.groups).toEqual([
      {
        groupId: team.groupId,
        fypGroupName: team.group.fypGroupName,
        due: '2026-11-30T18:59:00Z',
        missing: ['report'],
        recipients: team.students.map(({ name, email }) => ({ name, email })),
        skipped: null,
        remindedAt: null,
      },
    ]);
    const [first] = team.students;
    expect(reply.preview).toMatchObject({
      recipient: first?.email,
      subject: `${team.group.fypGroupName}: November Monthly Report is overdue`,
      text: expect.stringContaining(`Dear ${first?.name}`),
    });
    expect(await portal.snapshot()).toEqual(before);
  });

  test('is not sent to a group that was created after the deadline', async ({ portal }) => {
    const older = await createTestGroup(portal, { size: 1, createdAt: dateBeforeReports });
    const younger = await createTestGroup(portal, { size: 1 });
    const reply = await portal.admin.call(sendReminders, asked([older, younger]));
    expect(reply.groups.map(({ groupId, skipped }) => [groupId, skipped])).toEqual([
      [older.groupId, null],
      [younger.groupId, 'before-group'],
    ]);
    const emails = await emailsOf(portal);
    expect(emails.map(({ recipient }) => recipient)).toEqual([older.student.email]);
    await expectRefusal(portal, portal.admin, sendReminders, asked([younger]));
  });

  test('lists the missing files and the due date, and has the sender’s address as Reply-To', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 2, createdAt: dateBeforeReports });
    const input = asked([team], { text: 'Please hand it in\nthis week.' });
    const reply = await team.supervisor.caller.call(sendReminders, input);
    expect(reply).toMatchObject({ isSent: true, message: '2 emails are on the way.' });
    const emails = await emailsOf(portal);
    expect(emails.map(({ recipient }) => recipient)).toEqual(
      team.students.map(({ email }) => email).toSorted(),
    );
    expect(emails[0]).toMatchObject({
      subject: `${team.group.fypGroupName}: November Monthly Report is overdue`,
      reply_to: team.supervisor.email,
    });
    for (const words of ['Missing: Monthly report', '30 November 2026, 23:59', 'this week.']) {
      expect(emails[0]?.text_body).toContain(words);
    }
    const entry = getItemAt((await readAuditEntries(portal)).slice(-1), 0);
    expect([entry.action, entry.detail]).toEqual(['reminder-sent', 'November Monthly Report']);
  });

  test('is sent to a group at most once an hour for each deadline', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1, createdAt: dateBeforeReports });
    const other = await createTestGroup(portal, { size: 1, createdAt: dateBeforeReports });
    await portal.admin.call(sendReminders, asked([team]));
    portal.wait(59 * 60_000);
    const refusal = await expectRefusal(portal, portal.admin, sendReminders, asked([team]));
    expect(refusal).toMatchObject({ status: 429, code: 'too-often' });
    const both = await portal.admin.call(sendReminders, asked([team, other]));
    expect(both.groups.map(({ skipped }) => skipped)).toEqual(['too-often', null]);
    expect(both.groups.map(({ remindedAt }) => remindedAt !== null)).toEqual([true, false]);
    expect(await emailsOf(portal)).toHaveLength(2);
    portal.wait(60_000);
    await portal.admin.call(sendReminders, asked([team]));
    expect(await emailsOf(portal)).toHaveLength(3);
  });

  test('is not sent to excused groups, and is rejected if no group has missing files', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const params = { deadlineId };
    const body = {
      groupIds: [team.groupId],
      change: { to: 'excused' as const },
      reason: 'Illness',
      dryRun: false,
    };
    await portal.admin.call(setGroupDeadlines, { params, body });
    const shown = await portal.admin.call(sendReminders, asked([team], { dryRun: true }));
    expect(shown.groups[0]).toMatchObject({ skipped: 'excused', recipients: [] });
    const refusal = await expectRefusal(portal, portal.admin, sendReminders, asked([team]));
    expect(refusal).toMatchObject({ status: 400, message: expect.stringMatching(/none of these/) });
  });

  test('is not sent to any group if the caller is not allowed to remind one of the groups', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const other = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const { supervisor, examiner } = team;
    expect(
      await expectRefusal(portal, supervisor.caller, sendReminders, asked([team, other])),
    ).toMatchObject({ status: 404, code: 'not-found' });
    expect(
      await expectRefusal(portal, examiner.caller, sendReminders, asked([team])),
    ).toMatchObject({ code: 'forbidden' });
  });

  test('is rejected for an unknown deadline, for an empty list of groups, or in a closed cohort', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
    const refuse = (input: object) => expectRefusal(portal, portal.admin, sendReminders, input);
    expect(await refuse(asked([team], { deadlineId: 'never' }))).toMatchObject({ status: 404 });
    expect(await refuse(asked([]))).toMatchObject({ message: 'Choose at least one group.' });
    await closeCurrentCohort(portal);
    expect(await refuse(asked([team]))).toMatchObject({ code: 'cohort-closed' });
  });
});
