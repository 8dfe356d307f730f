import { describe, expect } from 'vitest';
import { saveMarks } from '#contract/marks.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { expectMarksRefusal } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';

describe('saving marks', () => {
  test('is rejected for an unknown milestone, a person who is not in the group, or an unknown tab', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 2 });
    for (const key of ['month7', 'Proposal', 'constructor', 'toString']) {
      expect(
        await expectMarksRefusal(portal, team, team.supervisor, { [key]: { marks: 1 } }),
        key,
      ).toMatchObject({ status: 400, code: 'invalid' });
    }
    const other = await createTestGroup(portal, { size: 1 });
    const [id, neighbour] = [getItemAt(team.ids, 0), getItemAt(other.ids, 0)];
    const { roll } = getItemAt((await team.read()).fypGroupMembers, 0);
    const base = { semester: 'Semester 7', groupId: team.groupId };
    for (const body of [
      { ...base, marks: { 'not-an-id': { month1: { marks: 1 } } } },
      { ...base, marks: [{ _id: 'not-an-id', month1: 1 }] },
      { ...base, marks: 'all ten' },
      { ...base, marks: { [id]: { month1: 'ten' } } },
      { ...base, marks: { [id]: { month1: '1,000' } } },
      { ...base, marks: { [id]: { month1: 1 }, [roll]: { month1: 2 } } },
      { ...base, marks: { [id]: { month1: 1 }, [`${roll}.`]: null, [`${roll}!`]: null } },
      { ...base, marks: { [roll]: { _id: neighbour, month1: 1 } } },
      { ...base, semester: 'Semester 9' },
      { ...base, semester: undefined },
      { ...base, marks: { [id]: { month1: { marks: 1, revision: -1 } } } },
      { ...base, marks: { [id]: { month1: { marks: 1, revision: 1.5 } } } },
      {
        ...base,
        marks: { [id]: { month1: { marks: 1, revision: 3_000_000_000 } } },
      },
      { ...base, marks: { [id]: { month1: { feedback: 'x'.repeat(2001) } } } },
      { ...base, marks: { [id]: { month1: { feedback: 7 } } } },
    ]) {
      expect(
        await expectRefusal(portal, team.supervisor.caller, saveMarks, { body }),
      ).toMatchObject({ code: 'invalid' });
    }
    expect(
      await expectRefusal(portal, team.supervisor.caller, saveMarks, {
        body: { ...base, marks: { [neighbour]: { month1: { marks: 1 } } } },
      }),
    ).toMatchObject({
      status: 400,
      message: 'These marks name a person who is not a member of this group.',
    });
    expect(
      await expectRefusal(portal, team.supervisor.caller, saveMarks, {
        body: { ...base, groupId: '' },
      }),
    ).toMatchObject({
      status: 400,
      message: 'Please select a group',
    });
  });
});
