import { describe, expect } from 'vitest';
import { exportBoard, findBoard } from '#contract/board.ts';
import { createTestGroup, dateBeforeReports } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { addEightCertificates, uploadCertificates } from '#server/test/records/certificates.ts';
import { markTestGroup } from '#server/test/records/marking.ts';

describe('the columns of the board export', () => {
  test('have the same cells alone as in an export of all columns, without rows of other groups', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 2, createdAt: dateBeforeReports });
    const neighbour = await createTestGroup(portal, { size: 1, createdAt: dateBeforeReports });
    await markTestGroup(team, 7, 8);
    await addEightCertificates(portal, team);
    await uploadCertificates(team);
    const { deadlines, milestones } = await portal.admin.call(findBoard, {});
    const columns = [
      ...deadlines.map(({ _id }) => `deadline:${_id}`),
      ...milestones.map(({ key }) => `milestone:${key}`),
      'certificates',
    ];
    for (const marks of [false, true]) {
      const exportLine = async (...chosen: string[]) => {
        const body = { groupIds: [team.groupId], columns: chosen, marks };
        const text = await (await portal.admin.request(exportBoard, { body })).text();
        expect(text).toContain(team.group.fypGroupName);
        expect(text).not.toContain(neighbour.group.fypGroupName);
        return text.trimEnd().split('\r\n')[1] ?? '';
      };
      const groupCells = await exportLine();
      let expected = groupCells;
      for (const column of columns) {
        const line = await exportLine(column);
        expect(line.startsWith(`${groupCells},`)).toBe(true);
        expected += line.slice(groupCells.length);
      }
      expect(await exportLine(...columns)).toBe(expected);
      expect(expected).toContain('Marked');
    }
  });
});
