import { describe, expect } from 'vitest';
import { listChanges } from '#contract/history.ts';
import { createTestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';

describe('the history of marks', () => {
  test('records each change with its author, time, old value and new value', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const [sup, admin] = [team.supervisor, { caller: portal.admin }];
    await saveTestMarks(team, sup, { month1: { marks: 5, feedback: 'Good.' } });
    portal.wait(60_000);
    await saveTestMarks(team, admin, { month1: { marks: 7 } });
    portal.wait(60_000);
    await saveTestMarks(team, sup, { month1: { marks: null, feedback: null } });
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
    const markChanges = changes.filter(({ part }) => part === 'month1').reverse();
    expect(
      markChanges.map(({ changedAt, changedBy, field, from, to }) => [
        changedAt.slice(14, 16),
        changedBy,
        field,
        from,
        to,
      ]),
    ).toEqual([
      ['00', sup.name, 'marks', null, '5'],
      ['00', sup.name, 'feedback', null, 'Good.'],
      ['01', 'The Admin', 'marks', '5', '7'],
      ['02', sup.name, 'marks', '7', null],
      ['02', sup.name, 'feedback', 'Good.', null],
    ]);
    expect(new Set(markChanges.map(({ memberName }) => memberName))).toEqual(
      new Set([team.student.name]),
    );
  });
});
