import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import {
  changeMeeting,
  correctMeeting,
  dropCorrection,
  listMeetings,
  proposeCorrection,
  tickStep,
} from '#contract/meetings/meetings.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  buildMeetingChange,
  confirmMeetingAs,
  listMeetingsAs,
  proposeCorrectionAs,
  readMeetingEmails,
  recordTestMeeting,
  toMeetingParams,
} from '#server/test/records/meetings.ts';
import { expectRefusal } from '#server/test/refusal.ts';

describe('a confirmed meeting', () => {
  async function createConfirmed(portal: Portal) {
    const team = await createTestGroup(portal);
    const recorded = await recordTestMeeting(portal, team);
    const { meeting } = await confirmMeetingAs(team.supervisor, recorded);
    return { team, meeting };
  }

  test('keeps its version beside a proposed correction until the other side confirms that', async ({
    portal,
  }) => {
    const { team, meeting } = await createConfirmed(portal);
    const { meeting: proposed } = await proposeCorrectionAs(portal, team, team.student, meeting);
    expect(proposed).toMatchObject({
      decisions: meeting.decisions,
      correction: { content: { decisions: 'The robot gets three wheels.' }, side: 'group' },
    });
    const { meeting: corrected } = await confirmMeetingAs(team.supervisor, proposed);
    expect(corrected).toMatchObject({
      decisions: 'The robot gets three wheels.',
      correction: null,
      confirmedBy: team.supervisor.name,
    });
  });

  test('keeps its version if a correction is declined, which notifies the side that proposed it', async ({
    portal,
  }) => {
    const { team, meeting } = await createConfirmed(portal);
    const { meeting: proposed } = await proposeCorrectionAs(portal, team, team.student, meeting);
    await portal.db.deleteFrom('emails').execute();
    const { meeting: unchanged } = await team.supervisor.caller.call(dropCorrection, {
      params: toMeetingParams(meeting),
      query: { revision: proposed.revision },
    });
    expect(unchanged).toMatchObject({ decisions: meeting.decisions, correction: null });
    expect((await readMeetingEmails(portal)).map(({ recipient }) => recipient).toSorted()).toEqual(
      team.students.map(({ email }) => email).toSorted(),
    );
  });

  test('accepts one of two corrections that are proposed at the same moment', async ({
    portal,
  }) => {
    const { team, meeting } = await createConfirmed(portal);
    const input = {
      params: toMeetingParams(meeting),
      body: buildMeetingChange(portal, team, meeting),
    };
    const replies = await Promise.all(
      [team.student, team.supervisor].map(({ caller }) => caller.request(proposeCorrection, input)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('can be corrected by an admin with a reason that both sides see', async ({ portal }) => {
    const { team, meeting } = await createConfirmed(portal);
    const body = { ...buildMeetingChange(portal, team, meeting, { minutes: 15 }), reason: ' ' };
    const params = toMeetingParams(meeting);
    const refused = await expectRefusal(portal, portal.admin, correctMeeting, { params, body });
    expect(Object.keys(refused.fields ?? {})).toEqual(['reason']);
    await portal.db.deleteFrom('emails').execute();
    const reason = 'The duration was mistyped.';
    await portal.admin.call(correctMeeting, { params, body: { ...body, reason } });
    const [corrected] = (await listMeetingsAs(team, team.student)).meetings;
    expect(corrected).toMatchObject({
      minutes: 15,
      confirmedBy: team.supervisor.name,
      officeCorrection: { reason },
    });
    const recipients = (await readMeetingEmails(portal)).map(({ recipient }) => recipient);
    const everybody = [...team.students, team.supervisor].map(({ email }) => email);
    expect(recipients.toSorted()).toEqual(everybody.toSorted());
  });

  test('belongs to the new supervisor after a change of the supervisor', async ({ portal }) => {
    const { team } = await createConfirmed(portal);
    const other = await createTestGroup(portal);
    await portal.admin.call(updateGroup, {
      params: { groupId: team.groupId },
      body: { supervisorId: other.supervisor.userId },
    });
    expect((await listMeetingsAs(team, other.supervisor)).meetings).toHaveLength(1);
    const input = { params: { groupId: team.groupId } };
    const refused = await expectRefusal(portal, team.supervisor.caller, listMeetings, input);
    expect(refused.status).toBe(404);
  });
});

describe('a next step', () => {
  test('is marked as done by its owner or the supervisor without a new confirmation', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const recorded = await recordTestMeeting(portal, team);
    const { meeting } = await confirmMeetingAs(team.supervisor, recorded);
    const params = { stepId: getItemAt(meeting.steps, 0)._id };
    const tick = { params, body: { isDone: true } };
    const { meeting: done } = await team.student.caller.call(tickStep, tick);
    expect(done).toMatchObject({ revision: meeting.revision, confirmedAt: meeting.confirmedAt });
    expect(done.steps[0]).toMatchObject({ doneBy: team.student.name });
    const { meeting: open } = await team.supervisor.caller.call(tickStep, {
      params,
      body: { isDone: false },
    });
    expect(open.steps[0]).toMatchObject({ doneAt: null, doneBy: null });
  });

  test('stays done when the meeting is corrected', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const meeting = await recordTestMeeting(portal, team);
    const step = getItemAt(meeting.steps, 0);
    await team.student.caller.call(tickStep, {
      params: { stepId: step._id },
      body: { isDone: true },
    });
    const steps = [
      { text: 'Sketch the robot', ownerId: null, due: '2027-06-02' },
      { _id: step._id, text: 'Order three wheels', ownerId: step.ownerId, due: step.due },
    ];
    const { meeting: changed } = await team.student.caller.call(changeMeeting, {
      params: toMeetingParams(meeting),
      body: buildMeetingChange(portal, team, meeting, { steps }),
    });
    expect(changed.steps).toMatchObject([
      { text: 'Sketch the robot', owner: team.supervisor.name, doneAt: null },
      { _id: step._id, text: 'Order three wheels', doneBy: team.student.name },
    ]);
  });
});
