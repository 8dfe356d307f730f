import { describe, expect } from 'vitest';
import { saveMarks } from '#contract/marks.ts';
import { updateUser } from '#contract/users.ts';
import {
  createTestGroup,
  createTestUser,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { buildMarksBody, expectMarksRefusal } from '#server/test/records/marking.ts';
import { getMilestonesOfPart, partTitles } from '#tools/test/scheme.ts';

describe('the right to mark', () => {
  const oneOf = (semester: string) => getMilestonesOfPart(semester)[0]?.key ?? 'proposal';
  const asked = async (team: TestGroup, who: Pick<TestUser, 'caller'>) =>
    Promise.all(
      partTitles.map(async (semester) => {
        const cells = { [oneOf(semester)]: { marks: 1 } };
        const response = await who.caller.request(saveMarks, {
          body: buildMarksBody(team, cells, semester),
        });
        return response.status;
      }),
    );

  test('is denied to the examiner on the supervisor’s tab and vice versa, with an error that names the responsible role', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    expect(
      await expectMarksRefusal(portal, team, team.examiner, { month1: { marks: 1 } }),
    ).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: 'Only the group’s supervisor marks Semester 7.',
    });
    expect(
      await expectMarksRefusal(
        portal,
        team,
        team.supervisor,
        { externalViva: { marks: 1 } },
        'External Viva',
      ),
    ).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: 'Only the group’s external examiner marks External Viva.',
    });
    const other = await createTestUser(portal, 'faculty');
    // For callers without access to the group, the reply must not depend on whether the marks are valid.
    for (const marks of [1, 11]) {
      expect(await expectMarksRefusal(portal, team, other, { month1: { marks } })).toMatchObject({
        status: 404,
        code: 'not-found',
        message: 'This group does not exist, or you may not see it.',
      });
    }
  });

  test('belongs to a single account, not to every account with the marker’s name', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const namesake = await createTestUser(
      portal,
      'faculty',
      team.supervisor.name,
      'two@university.test',
    );
    const params = { userId: team.supervisor.userId };
    await portal.admin.call(updateUser, { params, body: { name: 'Quite Another' } });
    expect(await asked(team, team.supervisor)).toEqual([200, 200, 403]);
    expect(await asked(team, namesake)).toEqual([404, 404, 404]);
  });
});
