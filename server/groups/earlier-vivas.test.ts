import { describe, expect } from 'vitest';
import { findGroup, getGroup, listAssignedGroups } from '#contract/groups.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { recordViva, saveTestMarks } from '#server/test/records/marking.ts';

const minute = 60_000;
async function save(portal: Portal, team: TestGroup, viva: object) {
  portal.wait(minute);
  await saveTestMarks(team, team.examiner, {}, 'External Viva', viva);
  return portal.clock().toISOString();
}

describe('a repeated viva', () => {
  test('keeps the results of the earlier ones with date and feedback, for staff and members', async ({
    portal,
  }) => {
    const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
    await recordViva(neighbour);
    const first = { vivaDate: '2027-01-12', vivaStatus: 'reschedule', vivaFeedback: 'No device.' };
    const recordedAt = await save(portal, team, first);
    expect((await team.read()).earlierVivas).toEqual([]);
    // The date of the next viva is set first, while the status is still that of the last one.
    await save(portal, team, { vivaDate: '2027-01-13' });
    expect((await team.read()).earlierVivas).toEqual([]);
    const failedAt = await save(portal, team, { vivaStatus: 'fail', vivaFeedback: 'It broke.' });
    await save(portal, team, { vivaDate: '2027-01-14', vivaStatus: '', vivaFeedback: '' });
    await save(portal, team, { vivaStatus: 'pass', vivaFeedback: 'Well defended.' });
    const recordedBy = team.examiner.name;
    const earlierVivas = [
      { ...first, recordedAt, recordedBy },
      {
        ...{ vivaDate: '2027-01-13', vivaStatus: 'fail', vivaFeedback: 'It broke.' },
        ...{ recordedAt: failedAt, recordedBy },
      },
    ];
    const { email } = team.student;
    const { group } = await team.student.caller.call(findGroup, { params: { email } });
    expect(group).toMatchObject({ earlierVivas, externalVivaDetails: { vivaStatus: 'pass' } });
    const { allGroups } = await team.examiner.caller.call(listAssignedGroups);
    expect(allGroups[0]?.earlierVivas).toEqual(earlierVivas);
    const name = neighbour.group.fypGroupName;
    const reply = await portal.admin.call(getGroup, { params: { name } });
    expect(reply.group.earlierVivas).toEqual([]);
  });

  test('adds feedback that is written later to the result that it belongs to', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await save(portal, team, { vivaDate: '2027-01-12', vivaStatus: 'fail' });
    await save(portal, team, { vivaFeedback: 'It broke.' });
    await save(portal, team, { vivaDate: '2027-01-14', vivaStatus: 'pass', vivaFeedback: '' });
    expect((await team.read()).earlierVivas).toMatchObject([
      { vivaDate: '2027-01-12', vivaStatus: 'fail', vivaFeedback: 'It broke.' },
    ]);
  });
});
