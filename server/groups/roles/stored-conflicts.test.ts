import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { findDesk } from '#contract/desk.ts';
import { checkDocument } from '#contract/documents.ts';
import { previewMarks, saveMarks } from '#contract/marks.ts';
import { askExtension, decideExtension, setGroupDeadlines } from '#contract/submissions.ts';
import { updateUser } from '#contract/users.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { readMemberOwner } from '#server/test/records/claims.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { buildMarksBody, saveTestMarks } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildEmailAddress, createUniqueName } from '#tools/test/people.ts';

type Stored = Partial<{ supervisor_id: string; external_examiner_id: string }>;
const store = (portal: Portal, groupId: string, values: Stored) =>
  portal.db.updateTable('groups').set(values).where('id', '=', groupId).execute();
const setRole = (portal: Portal, userId: string, role: 'faculty' | 'admin') =>
  portal.db.updateTable('users').set({ role }).where('id', '=', userId).execute();

type Marker = { userId: string; tab: 'Semester 7' | 'External Viva' };

/** Each function stores a conflict that earlier versions allowed, and returns who must not mark the group. */
const stored: Record<string, (portal: Portal, team: TestGroup) => Promise<Marker>> = {
  'a member who is the supervisor': async (portal, { student, groupId }) => {
    await setRole(portal, student.userId, 'faculty');
    await store(portal, groupId, { supervisor_id: student.userId });
    return { userId: student.userId, tab: 'Semester 7' };
  },
  'a member who is the external examiner': async (portal, { mate, groupId }) => {
    await setRole(portal, mate.userId, 'faculty');
    await store(portal, groupId, { external_examiner_id: mate.userId });
    return { userId: mate.userId, tab: 'External Viva' };
  },
  'a supervisor who was unlinked from the group as a member': async (portal, team) => {
    const { mate, groupId, ids } = team;
    await portal.admin.call(updateUser, {
      params: { userId: mate.userId },
      body: { role: 'faculty' },
    });
    expect((await readMemberOwner(portal, getItemAt(ids, 1))).user_id).toBeNull();
    await store(portal, groupId, { supervisor_id: mate.userId });
    return { userId: mate.userId, tab: 'Semester 7' };
  },
};

describe('an existing role conflict', () => {
  test.for(Object.entries(stored))(
    'prevents the user from marking the group or checking its documents: %s',
    async ([_, create], { portal }) => {
      const team = await createTestGroup(portal);
      const { userId, tab } = await create(portal, team);
      const caller = await portal.logInAs(userId);
      const cell = tab === 'Semester 7' ? 'month1' : 'externalViva';
      const body = buildMarksBody(team, { [cell]: { marks: 10, feedback: 'Perfect.' } }, tab);
      for (const endpoint of [saveMarks, previewMarks]) {
        const refusal = await expectRefusal(portal, caller, endpoint, { body });
        expect(refusal).toMatchObject({ status: 403, code: 'forbidden' });
        expect(refusal.message).toContain('so you can’t mark, check or decide anything in it');
      }
      const proof = team.group.documents.find(({ kind }) => kind === 'feeProof');
      const input = { params: { documentId: proof?._id ?? '' }, body: { checked: true } };
      expect((await expectRefusal(portal, caller, checkDocument, input)).status).toBe(403);
    },
  );

  test('prevents an admin who is also a member from marking the group, but not from editing it or marking other groups', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { student, groupId, ids } = team;
    await setRole(portal, student.userId, 'admin');
    const caller = await portal.logInAs(student.userId);
    const cells = { month1: { marks: 10 } };
    const saved = await expectRefusal(portal, caller, saveMarks, {
      body: buildMarksBody(team, cells),
    });
    expect(saved.status).toBe(403);
    const fypGroupMembers = [{ _id: getItemAt(ids, 0), ...cells }];
    const input = { params: { groupId }, body: { fypGroupMembers } };
    expect((await expectRefusal(portal, caller, updateGroup, input)).status).toBe(403);
    await caller.call(updateGroup, { params: { groupId }, body: { fypTitle: 'Robots' } });
    const other = await createTestGroup(portal);
    await saveTestMarks(other, { caller }, cells);
  });

  test('prevents an admin who is also a member from granting the group an extension', async ({
    portal,
  }) => {
    const { student, groupId } = await createTestGroup(portal);
    const deadlineId = 'thesis-and-sim-report-soft-copies';
    const asked = { deadlineId, askedDue: '2027-05-20T18:59:00.000Z', reason: 'We were ill.' };
    const params = { groupId };
    const { request } = await student.caller.call(askExtension, { params, body: asked });
    await setRole(portal, student.userId, 'admin');
    const caller = await portal.logInAs(student.userId);
    const decision = { decision: 'granted', reason: '' };
    const decide = { params: { requestId: request._id }, body: decision };
    expect((await expectRefusal(portal, caller, decideExtension, decide)).status).toBe(403);
    const change = { to: 'date', due: asked.askedDue };
    const body = { groupIds: [groupId], change, reason: 'A strike.', dryRun: false };
    const move = { params: { deadlineId }, body };
    expect((await expectRefusal(portal, caller, setGroupDeadlines, move)).status).toBe(403);
  });

  test.for(Object.entries(stored))(
    'is listed under Attention, with a suggested correction, until it is resolved: %s',
    async ([_, create], { portal }) => {
      await createTestGroup(portal);
      const team = await createTestGroup(portal);
      await create(portal, team);
      const { roleConflicts } = await portal.admin.call(findAttention);
      const { _id, fypGroupName } = team.group;
      const message = expect.stringMatching(/can’t also be its .*\. Name another /);
      expect(roleConflicts).toEqual([{ group: { _id, fypGroupName }, message }]);
      const { items } = await portal.admin.call(findDesk);
      expect(items).toContainEqual(
        expect.objectContaining({ id: 'roles', text: 'One group has someone in two roles.' }),
      );
      const params = { groupId: team.groupId };
      await portal.admin.call(updateGroup, { params, body: { fypTitle: 'Robots' } });
      const [supervisor, examiner] = [createUniqueName('New'), createUniqueName('New')];
      const body = { supervisor, externalExaminer: examiner };
      await portal.admin.call(updateGroup, { params, body });
      expect((await portal.admin.call(findAttention)).roleConflicts).toEqual([]);
    },
  );

  test('can be resolved even if another conflict remains, but a new conflict is rejected', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { student, mate, groupId } = team;
    for (const { userId } of [student, mate]) await setRole(portal, userId, 'faculty');
    const ids = { supervisor_id: student.userId, external_examiner_id: mate.userId };
    await store(portal, groupId, ids);
    const params = { groupId };
    const worse = { params, body: { supervisorId: mate.userId, externalExaminer: '' } };
    expect((await expectRefusal(portal, portal.admin, updateGroup, worse)).status).toBe(409);
    const better = { params, body: { supervisor: createUniqueName('New') } };
    await portal.admin.call(updateGroup, better);
    expect((await portal.admin.call(findAttention)).roleConflicts).toHaveLength(1);
    await portal.admin.call(updateUser, {
      params: { userId: mate.userId },
      body: { role: 'student' },
    });
    expect((await portal.admin.call(findAttention)).roleConflicts).toEqual([]);
  });

  test('is ignored if the cohort is closed: it is not listed, and the accounts can be changed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { userId } = await getItemAt(Object.values(stored), 0)(portal, team);
    await closeCurrentCohort(portal);
    expect((await portal.admin.call(findAttention)).roleConflicts).toEqual([]);
    const email = buildEmailAddress(createUniqueName('Moved'));
    await portal.admin.call(updateUser, { params: { userId }, body: { email } });
  });
});
