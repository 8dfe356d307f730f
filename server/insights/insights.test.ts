import { describe, expect } from 'vitest';
import { deleteGroup } from '#contract/groups.ts';
import { exportInsight, findInsightChoices, findInsights, findSpread } from '#contract/insights.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { listExportEntries } from '#server/test/records/exports.ts';
import { markTestGroup, saveTestMarks } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { readSheetRecords } from '#tools/test/files/workbook.ts';

/** Creates three groups: one with a lenient supervisor, one with a strict supervisor, and one in the bin. */
async function createThreeGroups(portal: Portal) {
  const mild = await createTestGroup(portal, { size: 2, program: 'BSCS', category: 'IOT' });
  const strict = await createTestGroup(portal, {
    size: 1,
    program: 'BSSE',
    category: 'Networking',
  });
  const binned = await createTestGroup(portal, { size: 3, program: 'BSAI' });
  for (const [team, ...marks] of [
    [mild, 9, 10] as const,
    [strict, 5] as const,
    [binned, 1] as const,
  ])
    await markTestGroup(team, ...marks);
  await portal.admin.call(deleteGroup, { params: { groupId: binned.groupId } });
  return { mild, strict };
}

async function everything(caller: Portal['admin'], query: object = {}) {
  const { strictness, ...shared } = await caller.call(findInsights, { query });
  return { ...shared, spread: (await caller.call(findSpread, { query })).rows };
}
const nothing = { submissions: [], handedIn: [], marksIn: [], load: [], spread: [] };

describe('insights', () => {
  test('show an admin all groups except those in the bin', async ({ portal }) => {
    const { mild, strict } = await createThreeGroups(portal);
    const { submissions, handedIn, marksIn, load } = await everything(portal.admin);
    expect(submissions).toEqual([
      {
        day: '2027-01-15',
        deadlines: [],
        counts: { proposal: 2, feeProof: 3, certificate: 0, thesis: 0, similarity: 0, code: 0 },
      },
      expect.objectContaining({ day: '2027-02-28', deadlines: ['February Monthly Report'] }),
    ]);
    expect(handedIn.slice(0, 3)).toEqual([
      { kind: 'proposal', per: 'group', have: 2, of: 2 },
      { kind: 'feeProof', per: 'student', have: 3, of: 3 },
      { kind: 'certificate', per: 'student', have: 0, of: 3 },
    ]);
    expect(marksIn.slice(0, 2)).toEqual([
      { milestone: 'proposal', title: 'Proposal', part: 'Semester 7', given: 0, of: 3 },
      { milestone: 'month1', title: 'Month 1', part: 'Semester 7', given: 3, of: 3 },
    ]);
    expect(load).toEqual([
      expect.objectContaining({ key: mild.supervisor.userId, groups: 1, students: 2, given: 2 }),
      expect.objectContaining({ key: strict.supervisor.userId, groups: 1, students: 1, open: 12 }),
    ]);
    expect(await portal.admin.call(findInsightChoices)).toEqual({
      programs: ['BSCS', 'BSSE'],
      categories: ['IOT', 'Networking'],
      supervisors: [mild, strict].map(({ supervisor }) => ({
        _id: supervisor.userId,
        name: supervisor.name,
      })),
    });
  });

  test('show the distribution of marks grouped by milestone, program, category or supervisor', async ({
    portal,
  }) => {
    const { mild, strict } = await createThreeGroups(portal);
    await saveTestMarks(mild, mild.supervisor, { thesis: { marks: 1 } }, 'Semester 8');
    const spread = async (query: object) => (await portal.admin.call(findSpread, { query })).rows;
    expect(await spread({})).toEqual([
      {
        key: 'month1',
        label: 'Month 1',
        marks: 3,
        min: 50,
        q1: 70,
        median: 90,
        q3: 95,
        max: 100,
        mean: 80,
      },
      expect.objectContaining({ key: 'thesis', marks: 1, mean: 10 }),
    ]);
    for (const [by, labels] of [
      ['program', ['BSCS', 'BSSE']],
      ['category', ['IOT', 'Networking']],
      ['supervisor', [mild.supervisor.name, strict.supervisor.name]],
    ] as const) {
      const rows = await spread({ by, milestone: 'month1' });
      expect(rows.map(({ label, marks, mean }) => [label, marks, mean])).toEqual([
        [labels[0], 2, 95],
        [labels[1], 1, 50],
      ]);
    }
    expect(await spread({ by: 'program' })).toMatchObject([{ marks: 3, mean: 66.67 }, {}]);
  });

  test('compare each supervisor’s and external examiner’s mean with the mean of all marks for the same milestones', async ({
    portal,
  }) => {
    const { mild, strict } = await createThreeGroups(portal);
    await saveTestMarks(strict, strict.examiner, { externalViva: { marks: 20 } }, 'External Viva');
    const rows = async (query = {}) =>
      (await portal.admin.call(findInsights, { query })).strictness;
    expect(await rows()).toEqual([
      expect.objectContaining({ key: strict.supervisor.userId, marks: 1, difference: -30 }),
      expect.objectContaining({ key: strict.examiner.userId, marks: 1, difference: 0 }),
      expect.objectContaining({
        key: mild.supervisor.userId,
        marks: 2,
        mean: 95,
        expected: 80,
        difference: 15,
        isFew: true,
      }),
    ]);
    expect(await rows({ supervisor: mild.supervisor.userId })).toEqual([
      expect.objectContaining({ key: mild.supervisor.userId, difference: 15 }),
    ]);
  });

  test('can be filtered by program, category and supervisor', async ({ portal }) => {
    const { mild } = await createThreeGroups(portal);
    for (const query of [
      { program: 'BSCS' },
      { category: 'IOT' },
      { supervisor: mild.supervisor.userId },
    ]) {
      const { load, spread } = await everything(portal.admin, query);
      expect(
        load.map(({ key }) => key),
        JSON.stringify(query),
      ).toEqual([mild.supervisor.userId]);
      expect(spread).toMatchObject([{ marks: 2 }]);
    }
    const query = { program: 'BSCS', category: 'Networking' };
    expect(await everything(portal.admin, query)).toEqual(nothing);
  });

  test('show a supervisor only their own groups, regardless of the filter', async ({ portal }) => {
    const { mild, strict } = await createThreeGroups(portal);
    const { caller, userId, name } = mild.supervisor;
    const program = { program: 'BSCS' };
    expect(await everything(caller)).toEqual(await everything(portal.admin, program));
    const otherSupervisor = { supervisor: strict.supervisor.userId };
    expect(await everything(caller, otherSupervisor)).toEqual(nothing);
    expect(await caller.call(findInsightChoices)).toEqual({
      programs: ['BSCS'],
      categories: ['IOT'],
      supervisors: [{ _id: userId, name }],
    });
    expect(await everything(mild.examiner.caller)).toEqual(nothing);
    const response = await caller.request(exportInsight, {
      params: { chart: 'load' },
      query: {},
    });
    const lines = (await response.text()).split('\r\n');
    expect(lines).toEqual([expect.stringMatching(/^\uFEFF?Supervisor,/), `${name},1,2,2,24`, '']);
  });

  test('do not show faculty the strictness of other markers, even in exports', async ({
    portal,
  }) => {
    const { mild } = await createThreeGroups(portal);
    const { caller } = mild.supervisor;
    expect(await portal.admin.call(findInsights)).toHaveProperty('strictness');
    expect(await caller.call(findInsights)).not.toHaveProperty('strictness');
    const asked = { params: { chart: 'strictness' }, query: {} };
    expect(await expectRefusal(portal, caller, exportInsight, asked)).toMatchObject({
      code: 'forbidden',
    });
  });

  test('can be exported with the numbers that the charts show, and the export is recorded in the audit trail', async ({
    portal,
  }) => {
    const { strict } = await createThreeGroups(portal);
    const records = async (chart: string, query: object = {}) => {
      const asked = { params: { chart }, query: { format: 'xlsx', ...query } };
      const response = await portal.admin.request(exportInsight, asked);
      return readSheetRecords(new Uint8Array(await response.arrayBuffer()));
    };
    const days = await records('submissions');
    expect(days[0]).toMatchObject({ Day: expect.any(Date), Proposal: 2, 'Fee proof': 3, All: 5 });
    expect((await records('handed-in'))[0]).toMatchObject({
      Document: 'Proposal',
      'Share (%)': 100,
    });
    expect((await records('marks-in'))[1]).toMatchObject({
      Milestone: 'Month 1',
      'Share (%)': 100,
    });
    expect((await records('strictness'))[0]).toEqual({
      Marker: strict.supervisor.name,
      Marks: 1,
      'Mean (%)': 50,
      'All markers (%)': 80,
      'Difference (points)': -30,
      Note: 'few marks',
    });
    const byProgram = await records('spread', { by: 'program', program: 'BSSE' });
    expect(byProgram).toMatchObject([{ Of: 'BSSE', 'Median (%)': 50 }]);
    expect(await listExportEntries(portal)).toEqual([
      'Distribution of marks: only by: program, program: BSSE',
      'Strict and lenient markers: all of it',
      'Marks entered so far: all of it',
      'Files submitted so far: all of it',
      'Files submitted per day: all of it',
    ]);
  });

  test('are exported with the titles that the cohort gives to kinds of files', async ({
    portal,
  }) => {
    await createTestGroup(portal);
    const renamed = await buildSettingChange(portal, 'kinds', ({ standard }) => {
      standard.proposal = { title: 'Project plan' };
    });
    await portal.admin.call(saveSetting, renamed);
    const readExport = async (chart: string) => {
      const asked = { params: { chart }, query: { format: 'csv' } };
      return (await portal.admin.request(exportInsight, asked)).text();
    };
    const [days, files] = [await readExport('submissions'), await readExport('handed-in')];
    for (const text of [days, files]) {
      expect(text).toContain('Project plan');
      expect(text).toContain('Fee proof');
      expect(text).not.toContain('Proposal');
    }
  });
});
