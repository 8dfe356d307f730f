import { describe, expect } from 'vitest';
import { deleteGroup } from '#contract/groups.ts';
import { getGroupsBeside, listGroupsToMark } from '#contract/marks.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
import { markTestGroup, saveTestMarks } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const list = async ({ admin }: Portal, query: object = {}) => {
  const { groups, total } = await admin.call(listGroupsToMark, { query });
  return { names: groups.map(({ fypGroupName }) => fypGroupName), total };
};
const nameOf = ({ group }: TestGroup) => group.fypGroupName;
const paramsOf = ({ groupId }: Pick<TestGroup, 'groupId'>) => ({ params: { groupId } });

async function threeTeams(portal: Portal) {
  const last = await createTestGroup(portal, { program: 'BSSE', title: 'A shop' });
  const first = await createTestGroup(portal, { program: 'BSCS', title: 'A robot' });
  const middle = await createTestGroup(portal, { program: 'BSCS', title: 'A quiz' });
  return [first, middle, last] as const;
}

async function moveToAnother(portal: Portal, { groupId }: TestGroup) {
  const cohort = await addTestCohort(portal);
  await portal.db
    .updateTable('groups')
    .set({ cohort_id: cohort._id })
    .where('id', '=', groupId)
    .execute();
}

describe('the list of groups to mark', () => {
  test('is sorted by name and paginated, and excludes groups in the bin', async ({ portal }) => {
    const teams = await threeTeams(portal);
    const binned = await createTestGroup(portal);
    await portal.admin.call(deleteGroup, paramsOf(binned));
    const names = teams.map(nameOf);
    expect(await list(portal)).toEqual({ names, total: 3 });
    expect(await list(portal, { limit: 2 })).toEqual({ names: names.slice(0, 2), total: 3 });
    expect(await list(portal, { limit: 2, page: 2 })).toEqual({ names: names.slice(2), total: 3 });
  });

  test('can be searched for words in group names, titles, and members’ names and roll numbers', async ({
    portal,
  }) => {
    const [first, middle, last] = await threeTeams(portal);
    const listing = (team: TestGroup) => ({ names: [nameOf(team)], total: 1 });
    expect(await list(portal, { q: 'ROBOT' })).toEqual(listing(first));
    expect(await list(portal, { q: nameOf(middle).toLowerCase() })).toEqual(listing(middle));
    const { name, roll } = getItemAt(last.group.fypGroupMembers, 1);
    expect(await list(portal, { q: `${roll} shop` })).toEqual(listing(last));
    expect(await list(portal, { q: name })).toEqual(listing(last));
    expect(await list(portal, { q: `${name} robot` })).toEqual({ names: [], total: 0 });
  });

  test('contains each group’s name, title, members and number of marks per marking tab, and no other fields', async ({
    portal,
  }) => {
    const [first, middle] = await threeTeams(portal);
    // A mark of 0 counts as a mark. Feedback without a mark does not.
    await markTestGroup(first, 7, 0);
    await saveTestMarks(first, first.supervisor, {
      month2: { feedback: 'Late.' },
      month3: { marks: 4 },
    });
    await saveTestMarks(first, first.supervisor, { thesis: { marks: 9 } }, 'Semester 8');
    await saveTestMarks(first, first.examiner, { externalViva: { marks: 30 } }, 'External Viva');
    const { groups } = await portal.admin.call(listGroupsToMark);
    const membersOf = ({ group }: TestGroup) =>
      group.fypGroupMembers.map(({ name, roll }) => ({ name, roll }));
    expect(groups.slice(0, 2)).toEqual([
      {
        _id: first.groupId,
        fypGroupName: nameOf(first),
        fypTitle: 'A robot',
        members: membersOf(first),
        marked: [3, 1, 1],
      },
      {
        _id: middle.groupId,
        fypGroupName: nameOf(middle),
        fypTitle: 'A quiz',
        members: membersOf(middle),
        marked: [0, 0, 0],
      },
    ]);
  });

  test('contains the groups of one cohort, which is the current cohort by default', async ({
    portal,
  }) => {
    const [first, middle, last] = await threeTeams(portal);
    await moveToAnother(portal, middle);
    const current = { names: [first, last].map(nameOf), total: 2 };
    expect(await list(portal)).toEqual(current);
    expect(await list(portal, { cohort: '2028' })).toEqual({ names: [nameOf(middle)], total: 1 });
    const input = { query: { cohort: '1999' } };
    expect(await expectRefusal(portal, portal.admin, listGroupsToMark, input)).toMatchObject({
      code: 'not-found',
    });
  });
});

describe('the groups next to a given group', () => {
  test('are the previous and next groups of the same cohort by name, wrapping around at both ends', async ({
    portal,
  }) => {
    const [first, middle, last] = await threeTeams(portal);
    const beside = (team: TestGroup) => portal.admin.call(getGroupsBeside, paramsOf(team));
    const name = ({ groupId, group }: TestGroup) => ({
      _id: groupId,
      fypGroupName: group.fypGroupName,
    });
    const between = (previous: TestGroup, next: TestGroup) => ({
      previous: name(previous),
      next: name(next),
    });
    expect(await beside(first)).toEqual(between(last, middle));
    expect(await beside(middle)).toEqual(between(first, last));
    expect(await beside(last)).toEqual(between(middle, first));
    await moveToAnother(portal, middle);
    expect(await beside(middle)).toEqual(between(middle, middle));
    await portal.admin.call(deleteGroup, paramsOf(last));
    expect(await beside(first)).toEqual(between(first, first));
  });

  test('are only groups of the caller', async ({ portal }) => {
    const [first, middle] = await threeTeams(portal);
    const ask = getGroupsBeside;
    const refusal = await expectRefusal(portal, middle.supervisor.caller, ask, paramsOf(first));
    expect(refusal.status).toBe(404);
    const { next } = await middle.supervisor.caller.call(ask, paramsOf(middle));
    expect(next._id).toBe(middle.groupId);
  });
});
