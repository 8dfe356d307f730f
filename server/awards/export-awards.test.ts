import { describe, expect } from 'vitest';
import { exportAwards } from '#contract/exports/awards.ts';
import { deleteGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { listExportEntries, readExportedRecords } from '#server/test/records/exports.ts';
import { recordViva } from '#server/test/records/marking.ts';
import { getMilestonesOfPart, partTitles } from '#tools/test/scheme.ts';

async function markAll({ supervisor, examiner, groupId, ids }: TestGroup, index: number) {
  for (const semester of partTitles) {
    const who = semester === 'External Viva' ? examiner : supervisor;
    const cells = getMilestonesOfPart(semester).map(({ key, total }) => [key, { marks: total }]);
    const marks = { [getItemAt(ids, index)]: Object.fromEntries(cells) };
    await who.caller.call(saveMarks, { body: { semester, groupId, marks } });
  }
}

const markOne = ({ supervisor, groupId, ids }: TestGroup, index: number, marks: number) =>
  supervisor.caller.call(saveMarks, {
    body: {
      semester: 'Semester 7',
      groupId,
      marks: { [getItemAt(ids, index)]: { month1: { marks } } },
    },
  });

describe('the award list', () => {
  test('contains every student, sorted by program and final mark', async ({ portal }) => {
    const other = await createTestGroup(portal, { size: 1, program: 'BSSE' });
    const team = await createTestGroup(portal, { size: 2, title: 'Buses' });
    const two = await createTestGroup(portal, { size: 1 });
    const binned = await createTestGroup(portal, { size: 1 });
    await portal.admin.call(deleteGroup, { params: { groupId: binned.groupId } });
    await markAll(team, 1);
    await markOne(team, 0, 8);
    await markOne(two, 0, 8);
    await recordViva(team);
    const rows = await readExportedRecords(portal, exportAwards);
    const buildRollSchema = ({ group }: TestGroup, index = 0) =>
      getItemAt(group.fypGroupMembers, index).roll;
    expect(rows.map((row) => [row.Program, row.Position, row.Roll, row.Complete])).toEqual([
      ['BSCS', 1, buildRollSchema(team, 1), 'yes'],
      ['BSCS', 2, buildRollSchema(team), 'no'],
      ['BSCS', 2, buildRollSchema(two), 'no'],
      ['BSSE', '–', buildRollSchema(other), 'no'],
    ]);
    const best = getItemAt(team.group.fypGroupMembers, 1);
    expect(getItemAt(rows, 0)).toEqual({
      Program: 'BSCS',
      Position: 1,
      Roll: best.roll,
      Name: best.name,
      'Father name': best.fathername,
      Group: 'BSCS-2027-001',
      Title: 'Buses',
      'Semester 7 (of 100)': 100,
      'Semester 8 (of 60)': 60,
      'External Viva (of 40)': 40,
      'Overall (of 200)': 200,
      'Final mark (%)': 100,
      'Milestones marked': '14 of 14',
      'Viva status': 'pass',
      Complete: 'yes',
    });
    expect(getItemAt(rows, 1)).toMatchObject({
      'Semester 7 (of 100)': 8,
      'Semester 8 (of 60)': '–',
      'Overall (of 200)': 8,
      'Final mark (%)': 4,
      'Milestones marked': '1 of 14',
    });

    const programRows = await readExportedRecords(portal, exportAwards, { program: 'BSSE' });
    expect(programRows.map(({ Roll }) => Roll)).toEqual([buildRollSchema(other)]);
    expect(await readExportedRecords(portal, exportAwards, { program: 'BSXX' })).toEqual([]);
    const csv = await portal.admin.request(exportAwards, { query: { program: 'BSSE' } });
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="award-list-2027-01-15.csv"',
    );
    expect((await csv.text()).split('\r\n')[1]).toMatch(/^BSSE,–,.*,–,–,–,–,–,0 of 14,pending,no$/);
    expect(await listExportEntries(portal)).toEqual([
      'Award list: only program: BSSE',
      'Award list: only program: BSXX',
      'Award list: only program: BSSE',
      'Award list: all of it',
    ]);
  });
});
