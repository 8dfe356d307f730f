import { describe, expect } from 'vitest';
import { findBoard, sendReminders as remindFromBoard } from '#contract/board.ts';
import { findDesk } from '#contract/desk.ts';
import { uploadDocument } from '#contract/documents.ts';
import { makeCalendar } from '#contract/messages/calendar.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import {
  askExtension,
  decideExtension,
  listExtensionRequests,
  listSubmissions,
  setGroupDeadlines,
} from '#contract/submissions.ts';
import { sendReminders } from '#server/submissions/send-reminders.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { listEmailSubjects } from '#server/test/records/notices.ts';
import { changeTestPeople, undoNewestChange } from '#server/test/records/people.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildMember, toFile } from '#tools/test/people.ts';

const deadline = 'february-monthly-report';
const certificates = { documents: ['certificate'], graceHours: 0 };
const goTo = (portal: Portal, at: string) => portal.wait(Date.parse(at) - portal.clock().getTime());

const upload = ({ caller, email }: Pick<TestUser, 'caller' | 'email'>) =>
  caller.call(uploadDocument, {
    params: { kind: 'certificate', email },
    body: { file: toFile(buildPdf({ title: email }), 'certificates.pdf') },
  });

/** Lets a member join on 16 January, after the other members have submitted their certificates in time. */
async function joinLate(portal: Portal) {
  const input = await buildSettingChange(portal, 'deadlines', (list) => {
    for (const each of list)
      if (each.id === deadline) Object.assign(each, { ...certificates, due: '2027-01-15 23:59' });
  });
  await portal.admin.call(saveSetting, input);
  const team = await createTestGroup(portal);
  for (const { userId, email } of team.students)
    await upload({ caller: await portal.logInAs(userId), email });
  goTo(portal, '2027-01-15T19:30:00Z');
  const { userId, email, name } = await createTestUser(portal);
  const { feeProof: _, certificate: __, ...member } = buildMember({ name, email });
  await changeTestPeople(portal, team, { kind: 'join', member });
  const enter = (id: string) => portal.logInAs(id);
  return { team, userId, email, enter };
}

async function readDeadline(portal: Portal, groupId: string, userId: string) {
  const caller = await portal.logInAs(userId);
  const { submissions } = await caller.call(listSubmissions, { params: { groupId } });
  return submissions.find(({ deadlineId }) => deadlineId === deadline);
}

async function readBoardCell(portal: Portal, { supervisor }: TestGroup) {
  const caller = await portal.logInAs(supervisor.userId);
  const { deadlines, rows } = await caller.call(findBoard);
  return rows[0]?.deadlines[deadlines.findIndex(({ _id }) => _id === deadline)];
}

describe('a member who joins after a deadline', () => {
  test('submits their own files by a date of their own, and what the others submitted stays in time', async ({
    portal,
  }) => {
    const { team, userId, email, enter } = await joinLate(portal);
    await createTestGroup(portal);
    const due = '2027-01-30T18:59:00.000Z';
    const ofMate = await readDeadline(portal, team.groupId, team.mate.userId);
    expect(ofMate).toMatchObject({ state: 'submitted', newcomers: [{ due, state: 'open' }] });
    expect(await readDeadline(portal, team.groupId, userId)).toMatchObject({ due, state: 'open' });
    expect(await readBoardCell(portal, team)).toEqual({ state: 'submitted', newcomers: 1 });

    goTo(portal, '2027-01-24T05:00:00Z');
    const { items } = await (await enter(userId)).call(findDesk);
    const text = 'February Monthly Report is due in 6 days.';
    expect(items).toContainEqual(expect.objectContaining({ text }));
    const admin = await portal.logInAs(portal.adminId);
    const { rows } = await admin.call(findBoard, { query: { state: 'due-week' } });
    expect(rows.map(({ _id }) => _id)).toEqual([team.groupId]);
    await portal.db.deleteFrom('emails').execute();
    expect(await sendReminders(portal)).toBe(1);
    expect(await listEmailSubjects(portal, email)).toEqual([
      'Due in 6 days: February Monthly Report',
    ]);
    expect(await listEmailSubjects(portal, team.mate.email)).toEqual([]);

    expect(await upload({ caller: await enter(userId), email })).toMatchObject({ lateMs: 0 });
    expect(await readDeadline(portal, team.groupId, userId)).toMatchObject({ state: 'submitted' });
    expect(await readBoardCell(portal, team)).toEqual({ state: 'submitted' });
  });

  test('has missed only their own due date after it has passed, and their files are then refused after a hard stop', async ({
    portal,
  }) => {
    const { team, userId, email, enter } = await joinLate(portal);
    await createTestGroup(portal);
    goTo(portal, '2027-01-30T19:00:00Z');
    const { status } = await (await enter(userId)).request(uploadDocument, {
      params: { kind: 'certificate', email },
      query: { deadline },
      body: { file: toFile(buildPdf({ title: email }), 'certificates.pdf') },
    });
    expect(status).toBe(409);
    expect(await readDeadline(portal, team.groupId, userId)).toMatchObject({ state: 'missed' });
    const ofMate = await readDeadline(portal, team.groupId, team.mate.userId);
    expect(ofMate).toMatchObject({ state: 'submitted', newcomers: [{ state: 'missed' }] });
    expect(await readBoardCell(portal, team)).toEqual({
      state: 'submitted',
      newcomers: 1,
      hasOverdueNewcomers: true,
    });
    const admin = await portal.logInAs(portal.adminId);
    const query = { state: 'missed', deadline } as const;
    const { rows } = await admin.call(findBoard, { query });
    expect(rows.map(({ _id }) => _id)).toEqual([team.groupId]);
  });

  test('cannot get an extension that ends before their own date', async ({ portal }) => {
    const { team, userId, enter } = await joinLate(portal);
    const ask = async (askedDue: string) =>
      (await enter(userId)).request(askExtension, {
        params: { groupId: team.groupId },
        body: { deadlineId: deadline, askedDue, reason: 'I was ill.' },
      });
    const refused = await ask('2027-01-25T18:59:00.000Z');
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('This date has no effect');
    expect((await ask('2027-02-10T18:59:00.000Z')).ok).toBe(true);
    const { requests } = await portal.admin.call(listExtensionRequests);
    const body = { decision: 'granted', due: '2027-01-25T18:59:00.000Z', reason: '' } as const;
    const params = { requestId: getItemAt(requests, 0)._id };
    const admin = await enter(portal.adminId);
    const refusal = await expectRefusal(portal, admin, decideExtension, { params, body });
    expect(refusal.message).toContain('This date has no effect');
  });

  test('alone is reminded from the board and has the own date in the calendar', async ({
    portal,
  }) => {
    const { team, userId, email, enter } = await joinLate(portal);
    const body = { groupIds: [team.groupId], deadlineId: deadline };
    const supervisor = await portal.logInAs(team.supervisor.userId);
    const due = '2027-01-30T18:59:00.000Z';
    const reply = await supervisor.call(remindFromBoard, { body: { ...body, dryRun: false } });
    expect(reply.groups).toMatchObject([
      { due, missing: ['certificate'], recipients: [{ email }], skipped: null },
    ]);
    const { url } = await (await enter(userId)).call(makeCalendar);
    const calendar = await (await portal.visitor.fetch(new URL(url).pathname)).text();
    expect(calendar).toContain('February Monthly Report: your own files');
    const { url: urlOfMate } = await (await enter(team.mate.userId)).call(makeCalendar);
    const ofMate = await (await portal.visitor.fetch(new URL(urlOfMate).pathname)).text();
    expect(ofMate).not.toContain('your own files');
  });

  test('keeps the own date in the calendar and can be excused after all others have left', async ({
    portal,
  }) => {
    const { team, userId, enter } = await joinLate(portal);
    portal.admin = await portal.logInAs(portal.adminId);
    for (const memberId of team.ids)
      await changeTestPeople(portal, team, { kind: 'leave', memberId });
    const { url } = await (await enter(userId)).call(makeCalendar);
    const readCalendar = async () => (await portal.visitor.fetch(new URL(url).pathname)).text();
    expect(await readCalendar()).toContain('February Monthly Report: your own files');
    const excuse = {
      params: { deadlineId: deadline },
      body: {
        ...{ groupIds: [team.groupId], change: { to: 'excused' as const } },
        ...{ reason: 'Ill.', dryRun: false },
      },
    };
    expect((await portal.admin.call(setGroupDeadlines, excuse)).groups).toHaveLength(1);
    expect(await readCalendar()).not.toContain('your own files');
    expect((await portal.admin.call(setGroupDeadlines, excuse)).groups).toEqual([]);
  });

  test('has the number of days of the cohort’s rules, and an undo takes the date back', async ({
    portal,
  }) => {
    const rules = await buildSettingChange(portal, 'groups', (value) => {
      value.joinDays = 3;
    });
    await portal.admin.call(saveSetting, rules);
    const { team } = await joinLate(portal);
    const ofMate = await readDeadline(portal, team.groupId, team.mate.userId);
    expect(ofMate?.newcomers).toMatchObject([{ due: '2027-01-19T18:59:00.000Z' }]);
    await undoNewestChange(portal);
    expect(await readDeadline(portal, team.groupId, team.mate.userId)).not.toHaveProperty(
      'newcomers',
    );
  });
});
