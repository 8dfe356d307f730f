import { describe, expect } from 'vitest';
import { deleteGroup, exportGroups } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { listExportEntries, readExportedRecords } from '#server/test/records/exports.ts';
import { recordViva } from '#server/test/records/marking.ts';

const mark = ({ supervisor, groupId, ids }: TestGroup, cells: object) =>
  supervisor.caller.call(saveMarks, {
    body: { semester: 'Semester 7', groupId, marks: { [getItemAt(ids, 0)]: cells } },
  });

describe('the group export', () => {
  test('contains a row for each member, with marks in number cells and the viva’s date in a date cell', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { title: '=HYPERLINK("http://evil.test")' });
    await mark(team, { proposal: { marks: 7.5 }, month1: { marks: 0 } });
    await recordViva(team);
    const { group, supervisor, examiner } = team;
    const [first, second] = group.fypGroupMembers;
    const rows = await readExportedRecords(portal, exportGroups);
    expect(rows).toHaveLength(2);
    expect(Object.keys(getItemAt(rows, 0))).toHaveLength(33);
    expect(getItemAt(rows, 0)).toMatchObject({
      Group: 'BSCS-2027-001',
      Program: 'BSCS',
      Title: '=HYPERLINK("http://evil.test")',
      Category: 'Web Development',
      Supervisor: supervisor.name,
      'External examiner': examiner.name,
      Name: first?.name,
      'Father name': first?.fathername,
      Roll: first?.roll,
      Email: first?.email,
      Phone: first?.phone,
      'Proposal (of 10)': 7.5,
      'Month 1 (of 10)': 0,
      'Month 2 (of 10)': null,
      'Semester 7 (of 100)': 7.5,
      'Semester 8 (of 60)': '–',
      'External Viva (of 40)': '–',
      'Overall (of 200)': 7.5,
      'Final mark (%)': 3.75,
      'Milestones marked': '2 of 14',
      'Viva date': new Date('2027-01-14'),
      'Viva status': 'pass',
    });
    expect(getItemAt(rows, 1)).toMatchObject({
      Name: second?.name,
      'Proposal (of 10)': null,
      'Overall (of 200)': '–',
      'Final mark (%)': '–',
      'Milestones marked': '0 of 14',
    });
  });

  test('contains only the groups that match the filter, and is recorded in the audit trail with the filter', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1, title: 'Buses' });
    await createTestGroup(portal, { size: 1, title: 'Trains' });
    const binned = await createTestGroup(portal, { size: 1, title: 'Trams' });
    await portal.admin.call(deleteGroup, { params: { groupId: binned.groupId } });
    const titles = async (query: object) =>
      (await readExportedRecords(portal, exportGroups, query)).map(({ Title }) => Title);
    expect(await titles({})).toEqual(['Buses', 'Trains']);
    expect(await titles({ q: 'buses' })).toEqual(['Buses']);
    expect(await titles({ bin: 'true' })).toEqual(['Trams']);
    expect(await titles({ q: 'nothing' })).toEqual([]);
    expect(await listExportEntries(portal)).toEqual([
      'Groups: only q: nothing',
      'Groups: only bin: true',
      'Groups: only q: buses',
      'Groups: all of it',
    ]);
    const csv = await portal.admin.request(exportGroups, { query: { q: team.student.email } });
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="groups-2027-01-15.csv"',
    );
    const lines = (await csv.text()).split('\r\n');
    expect(lines).toHaveLength(3);
    expect(getItemAt(lines, 1)).toMatch(
      /^BSCS-2027-001,BSCS,Buses,.*,'\+92 3\d{9},,.*,–,–,–,–,–,0 of 14,,pending$/,
    );
  });
});
