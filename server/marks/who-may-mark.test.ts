import { describe, expect } from 'vitest';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { expectMarksRefusal } from '#server/test/records/marking.ts';

describe('the right to mark', () => {
  test('is denied to the examiner on the supervisor’s tab and vice versa, with an error that names the responsible role', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    expect(
      await expectMarksRefusal(portal, team, team.examiner, { month1: { marks: 1 } }),
    ).toMatchObject({
      code: 'forbidden',
      message: 'Only the group’s supervisor can mark Semester 7.',
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
      code: 'forbidden',
      message: 'Only the group’s external examiner can mark External Viva.',
    });
    const other = await createTestUser(portal, 'faculty');
    // For callers without access to the group, the reply must not depend on whether the marks are valid.
    for (const marks of [1, 11]) {
      expect(await expectMarksRefusal(portal, team, other, { month1: { marks } })).toMatchObject({
        code: 'not-found',
        message: 'This group doesn’t exist, or you don’t have access.',
      });
    }
  });
});
