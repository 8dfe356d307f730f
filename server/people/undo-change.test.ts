import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { changePeople, listPeopleChanges, undoPeopleChange } from '#contract/people.ts';
import { askToLeave } from '#contract/students/leave-requests.ts';
import {
  buildMemberEdits,
  createTestGroup,
  createTestUser,
  getItemAt,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { markTestGroup } from '#server/test/records/marking.ts';
import { recordTestMeeting } from '#server/test/records/meetings.ts';
import {
  buildLeaveRequest,
  buildPeopleChange,
  changeTestPeople,
  findNewestChangeId,
  letLastMemberLeave,
  undoNewestChange,
} from '#server/test/records/people.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const refuseUndo = async (portal: Portal, changeId: string) =>
  expectRefusal(portal, portal.admin, undoPeopleChange, { params: { changeId } });

/** Returns everything about the people of the groups that an undo must restore. */
async function readPeople({ db }: Portal) {
  const [members, departures, groups, documents] = await Promise.all([
    db
      .selectFrom('members')
      .select(['id', 'group_id', 'position', 'left_at', 'deleted_at'])
      // A person whose arrival was undone is listed nowhere.
      .where('left_at', 'is', null)
      .orderBy('id')
      .execute(),
    db.selectFrom('departures').selectAll().orderBy('member_id').execute(),
    db
      .selectFrom('groups')
      .select(['id', 'supervisor', 'supervisor_id', 'deleted_at', 'search_key'])
      .orderBy('id')
      .execute(),
    db.selectFrom('documents').select(['id', 'group_id']).orderBy('id').execute(),
  ]);
  return { members, departures, groups, documents };
}

async function openGroups(portal: Portal) {
  const team = await createTestGroup(portal);
  const target = await createTestGroup(portal, { size: 1 });
  await createTestGroup(portal);
  return { team, target, toGroup: target.group.fypGroupName };
}

describe('an undo of a change of people is refused', () => {
  test('after a day, or if it was undone already or never existed', async ({ portal }) => {
    const { team } = await openGroups(portal);
    await letLastMemberLeave(portal, team);
    const changeId = await findNewestChangeId(portal);
    const dayBefore = { made_at: '2027-01-14T10:00:00.000Z' };
    await portal.db.updateTable('people_changes').set(dayBefore).execute();
    expect((await portal.admin.call(listPeopleChanges)).changes).toEqual([]);
    expect(await refuseUndo(portal, changeId)).toMatchObject({ status: 404, code: 'not-found' });
    await changeTestPeople(portal, team, { kind: 'return', memberId: getItemAt(team.ids, 1) });
    const second = await findNewestChangeId(portal);
    await undoNewestChange(portal);
    expect(await refuseUndo(portal, second)).toMatchObject({ status: 404 });
    expect(await refuseUndo(portal, crypto.randomUUID())).toMatchObject({ status: 404 });
  });

  test('if the member has changed since, and a later change can be undone', async ({ portal }) => {
    const { team, toGroup } = await openGroups(portal);
    const memberId = await letLastMemberLeave(portal, team);
    const first = await findNewestChangeId(portal);
    portal.wait(1000);
    await changeTestPeople(portal, team, { kind: 'return', memberId });
    portal.wait(1000);
    await changeTestPeople(portal, team, { kind: 'move', memberId, toGroup });
    expect(await refuseUndo(portal, first)).toMatchObject({
      code: 'stale-version',
      message: expect.stringContaining('Nothing was undone: these people or groups have changed'),
    });
    await undoNewestChange(portal);
  });

  test('if marks of a member who moved were saved since', async ({ portal }) => {
    const { team, target, toGroup } = await openGroups(portal);
    const memberId = getItemAt(team.ids, 1);
    await changeTestPeople(portal, team, { kind: 'move', memberId, toGroup });
    const { _id } = getItemAt((await target.read()).fypGroupMembers, 1);
    portal.wait(1000);
    await markTestGroup({ ...target, ids: [_id] }, 9);
    expect(await refuseUndo(portal, await findNewestChangeId(portal))).toMatchObject({
      code: 'stale-version',
      message: expect.stringContaining('marks of these people were saved'),
    });
  });

  test('if the member has asked to leave the other group since', async ({ portal }) => {
    const { team, target, toGroup } = await openGroups(portal);
    const memberId = getItemAt(team.ids, 1);
    await changeTestPeople(portal, team, { kind: 'move', memberId, toGroup });
    portal.wait(1000);
    const caller = await portal.logInAs(team.mate.userId);
    await caller.call(askToLeave, buildLeaveRequest(target));
    expect(await refuseUndo(portal, await findNewestChangeId(portal))).toMatchObject({
      code: 'stale-version',
      message: expect.stringContaining('one of these people has asked to leave'),
    });
  });

  test('if a meeting of the member was recorded since', async ({ portal }) => {
    const { team, target, toGroup } = await openGroups(portal);
    const memberId = getItemAt(team.ids, 1);
    await changeTestPeople(portal, team, { kind: 'move', memberId, toGroup });
    portal.wait(1000);
    const { _id } = getItemAt((await target.read()).fypGroupMembers, 1);
    const ids = [...target.ids, _id];
    await recordTestMeeting(portal, { ...target, ids }, target.supervisor);
    expect(await refuseUndo(portal, await findNewestChangeId(portal))).toMatchObject({
      code: 'stale-version',
      message: expect.stringContaining('a meeting of these people was recorded'),
    });
  });

  test('if the group would have too many members', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 3 });
    const other = await createTestGroup(portal);
    await letLastMemberLeave(portal, team);
    const changeId = await findNewestChangeId(portal);
    const toGroup = team.group.fypGroupName;
    const memberId = getItemAt(other.ids, 0);
    portal.wait(1000);
    await changeTestPeople(portal, other, { kind: 'move', memberId, toGroup });
    expect(await refuseUndo(portal, changeId)).toMatchObject({
      code: 'stale-version',
      message: expect.stringContaining('4 members, but only 3 are allowed'),
    });
  });

  test('if the cohort is closed', async ({ portal }) => {
    const { team } = await openGroups(portal);
    await letLastMemberLeave(portal, team);
    const changeId = await findNewestChangeId(portal);
    await closeCurrentCohort(portal);
    expect(await refuseUndo(portal, changeId)).toMatchObject({ code: 'cohort-closed' });
  });

  test('if another group has the name of a dissolved group', async ({ portal }) => {
    const { team, target } = await openGroups(portal);
    await changeTestPeople(portal, team, { kind: 'dissolve' });
    await portal.admin.call(updateGroup, {
      params: { groupId: target.groupId },
      body: { fypGroupName: team.group.fypGroupName },
    });
    expect(await refuseUndo(portal, await findNewestChangeId(portal))).toMatchObject({
      code: 'name-taken',
    });
  });

  test('to the second of two admins who undo it at the same moment', async ({ portal }) => {
    const { team } = await openGroups(portal);
    await letLastMemberLeave(portal, team);
    const second = await createTestUser(portal, 'admin');
    const params = { changeId: await findNewestChangeId(portal) };
    const responses = await Promise.all(
      [portal.admin, second.caller].map((caller) => caller.request(undoPeopleChange, { params })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});

type Change = Parameters<typeof changeTestPeople>[2];
type Groups = { team: TestGroup; toGroup: string; nextSupervisor: string };

const changes: Record<string, (groups: Groups) => Change> = {
  'a member who left': ({ team }) => ({ kind: 'leave', memberId: getItemAt(team.ids, 1) }),
  'a member who moved': ({ team, toGroup }) => ({
    kind: 'move',
    memberId: getItemAt(team.ids, 1),
    toGroup,
  }),
  'a replaced supervisor': ({ nextSupervisor }) => ({
    kind: 'supervisor',
    supervisor: nextSupervisor,
  }),
  'a merged group': ({ toGroup }) => ({ kind: 'merge', toGroup }),
  'a dissolved group': () => ({ kind: 'dissolve' }),
};

describe('an undo of a change of people', () => {
  test.for(Object.entries(changes))(
    'restores the exact state before %s',
    async ([, build], { portal }) => {
      const { team, toGroup } = await openGroups(portal);
      const { name: nextSupervisor } = await createTestUser(portal, 'faculty');
      await markTestGroup(team, 5, 6);
      const before = await readPeople(portal);
      const marks = await portal.db.selectFrom('marks').selectAll().execute();
      portal.wait(1000);
      await changeTestPeople(portal, team, build({ team, toGroup, nextSupervisor }));
      expect(await readPeople(portal)).not.toEqual(before);
      portal.wait(1000);
      await undoNewestChange(portal);
      expect(await readPeople(portal)).toEqual(before);
      expect(await portal.db.selectFrom('marks').selectAll().execute()).toEqual(marks);
      expect((await portal.admin.call(listPeopleChanges)).changes).toEqual([]);
    },
  );

  test('keeps what was corrected about a member who moved, and deletes the copies of their marks', async ({
    portal,
  }) => {
    const { team, target, toGroup } = await openGroups(portal);
    await markTestGroup(team, 5, 6);
    const memberId = getItemAt(team.ids, 1);
    await changeTestPeople(portal, team, {
      ...{ kind: 'move', memberId, toGroup, copyMarks: ['month1'] },
    });
    const { _id } = getItemAt((await target.read()).fypGroupMembers, 1);
    const phone = '+92 3001234567';
    const ids = (await target.read()).fypGroupMembers.map((member) => member._id);
    const members = buildMemberEdits(ids, { _id, phone });
    await portal.admin.call(updateGroup, {
      params: { groupId: target.groupId },
      body: { fypGroupMembers: members },
    });
    portal.wait(1000);
    await undoNewestChange(portal);
    expect(getItemAt((await team.read()).fypGroupMembers, 1)).toMatchObject({
      ...{ phone, month1: { marks: 6 } },
    });
    const copies = portal.db.selectFrom('marks').select('marks').where('member_id', '=', _id);
    expect(await copies.execute()).toEqual([]);
  });

  test('restores a former member after the undo of a return', async ({ portal }) => {
    const { team } = await openGroups(portal);
    const memberId = await letLastMemberLeave(portal, team);
    const before = await readPeople(portal);
    portal.wait(1000);
    await changeTestPeople(portal, team, { kind: 'return', memberId });
    await undoNewestChange(portal);
    expect(await readPeople(portal)).toEqual(before);
  });

  test('is offered on both groups of a change, and not on a neighbour’s', async ({ portal }) => {
    const { team, target, toGroup } = await openGroups(portal);
    const neighbour = await createTestGroup(portal);
    const memberId = getItemAt(team.ids, 0);
    const input = buildPeopleChange(team, { kind: 'move', memberId, toGroup });
    await portal.admin.call(changePeople, input);
    const listFor = async ({ groupId }: TestGroup) =>
      (await portal.admin.call(listPeopleChanges, { query: { group: groupId } })).changes;
    expect(await listFor(team)).toEqual(await listFor(target));
    expect(await listFor(team)).toMatchObject([
      { reason: 'Left the university.', undoableUntil: '2027-01-16T10:00:00.000Z' },
    ]);
    expect(await listFor(neighbour)).toEqual([]);
  });
});
