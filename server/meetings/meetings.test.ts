import { describe, expect } from 'vitest';
import {
  addMeeting,
  changeMeeting,
  confirmMeeting,
  listMeetings,
  withdrawMeeting,
} from '#contract/meetings/meetings.ts';
import { listNotices } from '#contract/messages/notices.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import {
  buildMeeting,
  buildMeetingChange,
  confirmMeetingAs,
  listMeetingsAs,
  proposeCorrectionAs,
  readMeetingEmails,
  recordTestMeeting,
  toMeetingParams,
} from '#server/test/records/meetings.ts';
import { letLastMemberLeave } from '#server/test/records/people.ts';
import { expectRefusal } from '#server/test/refusal.ts';

describe('recording a meeting', () => {
  test.for([
    ['in the future', { hours: -1 }, 'heldAt'],
    ['more than a year ago', { hours: 24 * 400 }, 'heldAt'],
    ['without a duration', { minutes: 0 }, 'minutes'],
    ['without attendance', { attendance: [] }, 'attendance'],
    [
      'with a step that is due before the meeting',
      { steps: [{ text: 'Order', ownerId: null, due: '2026-01-01' }] },
      'steps.0.due',
    ],
    [
      'with a step of somebody outside the group',
      {
        steps: [
          { text: 'Order', ownerId: '00000000-0000-4000-8000-000000000000', due: '2027-06-01' },
        ],
      },
      'steps.0.ownerId',
    ],
  ] as const)('is refused %s', async ([, changes, field], { portal }) => {
    const team = await createTestGroup(portal);
    const body = buildMeeting(portal, team, changes);
    const input = { params: { groupId: team.groupId }, body };
    const refused = await expectRefusal(portal, team.student.caller, addMeeting, input);
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['invalid', [field]]);
  });

  test('is refused a second time for the same minute, even to the other side', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await recordTestMeeting(portal, team);
    const input = { params: { groupId: team.groupId }, body: buildMeeting(portal, team) };
    const refused = await expectRefusal(portal, team.supervisor.caller, addMeeting, input);
    expect(refused.code).toBe('stale-version');
  });

  test('lists the attendance of current members, and a change of an earlier meeting keeps that of former members', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const before = await recordTestMeeting(portal, team);
    const formerId = await letLastMemberLeave(portal, team);
    const ids = team.ids.filter((id) => id !== formerId);
    const after = await recordTestMeeting(portal, { ...team, ids }, team.student, { hours: 1 });
    expect(after.attendance.map(({ memberId }) => memberId)).toEqual(ids);
    const params = toMeetingParams(before);
    await team.student.caller.call(changeMeeting, {
      params,
      body: buildMeetingChange(portal, team, before, { minutes: 90 }),
    });
    const { attendance } = await listMeetingsAs(team, team.student);
    expect(attendance.map(({ memberId }) => memberId)).toEqual(ids);
  });

  test('notifies the other side, without links in texts of users', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await recordTestMeeting(portal, team, team.student, { decisions: 'See evil.example.com' });
    const emails = await readMeetingEmails(portal);
    expect(emails.map(({ recipient }) => recipient)).toEqual([team.supervisor.email]);
    expect(emails[0]?.subject).toBe(`${team.group.fypGroupName}: meeting to confirm`);
    expect(emails[0]?.text_body).not.toContain('evil.example.com');
    const { notices } = await team.supervisor.caller.call(listNotices);
    // Notices of the same millisecond have no order.
    expect(notices.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/recorded the meeting on .* Please confirm it/),
    );
    portal.wait(1000);
    await recordTestMeeting(portal, team, team.supervisor, { hours: 30 });
    const recipients = (await readMeetingEmails(portal)).slice(1).map(({ recipient }) => recipient);
    expect(recipients.toSorted()).toEqual(team.students.map(({ email }) => email).toSorted());
  });

  test('adds the meeting to the log of this group only', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    await recordTestMeeting(portal, neighbour);
    const meeting = await recordTestMeeting(portal, team);
    const log = await listMeetingsAs(team, team.mate);
    expect(log).toMatchObject({ confirmed: 0, minimum: 0, mayRecord: true });
    expect(log.meetings.map(({ _id }) => _id)).toEqual([meeting._id]);
    expect(log.meetings[0]?.steps).toMatchObject([
      { text: 'Order the wheels', owner: team.student.name, doneAt: null, mayTick: false },
    ]);
    const ofAdmin = await portal.admin.call(listMeetings, { params: { groupId: team.groupId } });
    expect(ofAdmin).toMatchObject({ mayRecord: false, meetings: [{ actions: ['correct'] }] });
  });
});

describe('an unconfirmed meeting', () => {
  test('can be changed and withdrawn by its writer', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const meeting = await recordTestMeeting(portal, team);
    const params = toMeetingParams(meeting);
    const change = { params, body: buildMeetingChange(portal, team, meeting, { minutes: 90 }) };
    const { meeting: changed } = await team.student.caller.call(changeMeeting, change);
    expect(changed).toMatchObject({ minutes: 90, revision: meeting.revision + 1 });
    await team.student.caller.call(withdrawMeeting, {
      params,
      query: { revision: changed.revision },
    });
    expect((await listMeetingsAs(team, team.student)).meetings).toEqual([]);
  });

  test('cannot be confirmed by a supervisor whose account was a member', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const meeting = await recordTestMeeting(portal, team);
    await portal.db
      .updateTable('members')
      .set({ left_by: team.supervisor.userId, user_id: null })
      .where('id', '=', getItemAt(team.ids, 1))
      .execute();
    const input = { params: toMeetingParams(meeting), body: { revision: meeting.revision } };
    const refused = await expectRefusal(portal, team.supervisor.caller, confirmMeeting, input);
    expect(refused.status).toBe(403);
  });

  test('is confirmed by the other side, which notifies the writer’s side', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const recorded = await recordTestMeeting(portal, team);
    await portal.db.deleteFrom('emails').execute();
    const { meeting } = await confirmMeetingAs(team.supervisor, recorded);
    expect(meeting).toMatchObject({ confirmedBy: team.supervisor.name, actions: ['propose'] });
    const emails = await readMeetingEmails(portal);
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
      team.students.map(({ email }) => email).toSorted(),
    );
    expect((await listMeetingsAs(team, team.student)).confirmed).toBe(1);
  });

  test('is either changed or confirmed if both happen at the same moment', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const meeting = await recordTestMeeting(portal, team);
    const params = toMeetingParams(meeting);
    const { revision } = meeting;
    const replies = await Promise.all([
      team.student.caller.request(changeMeeting, {
        params,
        body: buildMeetingChange(portal, team, meeting, { minutes: 90 }),
      }),
      team.supervisor.caller.request(confirmMeeting, { params, body: { revision } }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [stored] = (await listMeetingsAs(team, team.student)).meetings;
    const isChanged = replies[0]?.status === 200;
    expect([stored?.minutes, stored?.confirmedAt === null]).toEqual(
      isChanged ? [90, true] : [45, false],
    );
  });

  test('is confirmed by exactly one of two members at the same moment', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const meeting = await recordTestMeeting(portal, team, team.supervisor);
    const input = { params: toMeetingParams(meeting), body: { revision: meeting.revision } };
    const replies = await Promise.all(
      [team.student, team.mate].map(({ caller }) => caller.request(confirmMeeting, input)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({
      code: 'stale-version',
      message: expect.stringMatching(/confirmed this meeting/),
    });
  });

  test('can be corrected by the other side, and is confirmed once its writer agrees', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const recorded = await recordTestMeeting(portal, team);
    const { meeting: proposed } = await proposeCorrectionAs(
      portal,
      team,
      team.supervisor,
      recorded,
    );
    expect(proposed).toMatchObject({ confirmedAt: null, decisions: recorded.decisions });
    const { meeting } = await confirmMeetingAs(team.mate, proposed);
    expect(meeting).toMatchObject({
      decisions: 'The robot gets three wheels.',
      correction: null,
      side: 'supervisor',
      writtenBy: team.supervisor.name,
      confirmedBy: team.mate.name,
    });
  });
});
