import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect } from 'vitest';
import {
  exportOutcomeReport,
  exportOutcomes,
  findOutcomes,
  findOutcomeTrend,
  listOutcomeStudents,
} from '#contract/admin/outcomes.ts';
import { deleteGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestCohort, setTakesProposals } from '#server/test/records/cohorts.ts';
import { listExportEntries } from '#server/test/records/exports.ts';
import { defineTestOutcomes } from '#server/test/records/outcomes.ts';
import { readSheetRecords } from '#tools/test/files/workbook.ts';
import { buildProposal } from '#tools/test/people.ts';

type Marks = { proposal?: number; firstInternalViva?: number; progressReport?: number };

const markMembers = (team: TestGroup, ...marks: readonly Marks[]) =>
  team.supervisor.caller.call(saveMarks, {
    body: {
      semester: 'Semester 7',
      groupId: team.groupId,
      marks: Object.fromEntries(
        marks.map((of, at) => [
          getItemAt(team.ids, at),
          Object.fromEntries(Object.entries(of).map(([key, value]) => [key, { marks: value }])),
        ]),
      ),
    },
  });

/** Creates marked groups of two programs, and one in the bin. */
async function createMarkedPrograms(portal: Portal) {
  const bscs = await createTestGroup(portal, { size: 3, program: 'BSCS' });
  // CLO1: (80 + 3 × 75) / 4 = 76.25. CLO2: 70. PLO1: (2 × 76.25 + 70) / 3 = 74.17.
  // CLO1: (50 + 3 × 40) / 4 = 42.5. CLO2: not marked.
  await markMembers(
    bscs,
    { proposal: 8, firstInternalViva: 15, progressReport: 14 },
    { proposal: 5, firstInternalViva: 8 },
  );
  const bsse = await createTestGroup(portal, { size: 1, program: 'BSSE' });
  await markMembers(bsse, { progressReport: 20 });
  const binned = await createTestGroup(portal, { size: 1, program: 'BSAI' });
  await markMembers(binned, { progressReport: 20 });
  await portal.admin.call(deleteGroup, { params: { groupId: binned.groupId } });
  return { bscs, bsse, binned };
}

/** Creates a marked group in another cohort, which no list of the current cohort may contain. */
async function createNeighbour(portal: Portal) {
  await setTakesProposals(portal, await addTestCohort(portal));
  const supervisor = await createTestUser(portal, 'faculty');
  const student = await createTestUser(portal);
  const { groupId } = await student.caller.call(submitProposal, {
    query: { cohort: '2028' },
    body: buildProposal([student], { supervisor: supervisor.name, program: 'BSCS' }),
  });
  const { id } = await portal.db
    .selectFrom('members')
    .select('id')
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  await supervisor.caller.call(saveMarks, {
    body: {
      semester: 'Semester 7',
      groupId,
      marks: { [id]: { progressReport: { marks: 1 } } },
    },
  });
  return student;
}

const listNames = async (portal: Portal, query: object = {}) =>
  (await portal.admin.call(listOutcomeStudents, { query })).students.map(({ name }) => name);

describe('learning outcomes', () => {
  test('are computed for all programs and for each, without students in the bin', async ({
    portal,
  }) => {
    await defineTestOutcomes(portal);
    await createMarkedPrograms(portal);
    const { results } = await portal.admin.call(findOutcomes);
    expect(results.map(({ program, students, unmarked }) => [program, students, unmarked])).toEqual(
      [
        [null, 4, 1],
        ['BSCS', 3, 1],
        ['BSSE', 1, 0],
      ],
    );
    const [all, bscs, bsse] = results;
    expect(all?.clos).toEqual([
      {
        code: 'CLO1',
        ...{ students: 2, attained: 1, incomplete: 0 },
        ...{ percent: 50, mean: 59.38, isAttained: false },
      },
      {
        code: 'CLO2',
        ...{ students: 2, attained: 2, incomplete: 0 },
        ...{ percent: 100, mean: 85, isAttained: true },
      },
    ]);
    expect(all?.plos).toMatchObject([
      { code: 'PLO1', students: 3, attained: 2, incomplete: 2, percent: 66.67 },
      { code: 'PLO2', students: 2, attained: 2, mean: 85 },
    ]);
    expect(bscs?.plos).toMatchObject([
      { code: 'PLO1', students: 2, attained: 1, mean: 58.34 },
      { code: 'PLO2', students: 1, mean: 70 },
    ]);
    expect(bsse?.clos).toMatchObject([{ students: 0, percent: null, isAttained: null }, {}]);
  });

  test('do not contain a student of another cohort, and the trend compares both', async ({
    portal,
  }) => {
    await defineTestOutcomes(portal);
    const { bscs } = await createMarkedPrograms(portal);
    const neighbour = await createNeighbour(portal);
    const names = await listNames(portal);
    expect(names).toHaveLength(4);
    expect(names).toContain(bscs.student.name);
    expect(names).not.toContain(neighbour.name);
    expect(await listNames(portal, { cohort: '2028' })).toEqual([neighbour.name]);
    const { results, hasTrend } = await portal.admin.call(findOutcomes);
    expect([results[0]?.students, hasTrend]).toEqual([4, true]);

    const readTrend = async (query = {}) =>
      (await portal.admin.call(findOutcomeTrend, { query })).cohorts.map(
        ({ code, results: of }) => [code, ...of.map(({ percent }) => percent)],
      );
    const current = portal.content.current.code;
    expect(await readTrend()).toEqual([
      [current, 66.67, 100],
      ['2028', 0, 0],
    ]);
    expect(await readTrend({ program: 'BSSE' })).toEqual([
      [current, 100, 100],
      ['2028', null, null],
    ]);
  });
});

describe('the list of students with their attainments', () => {
  test('is sorted, filtered, searched and paged', async ({ portal }) => {
    await defineTestOutcomes(portal);
    const { bscs, bsse, binned } = await createMarkedPrograms(portal);
    const [strong, weak, unmarked] = bscs.students.map(({ name }) => name);
    const best = bsse.student.name;
    const sorted = async (query: object) => listNames(portal, { sort: 'attainment', ...query });
    expect(await sorted({ outcome: 'PLO1' })).toEqual([weak, strong, best, unmarked]);
    expect(await sorted({ outcome: 'PLO1', descending: 'true' })).toEqual([
      ...[best, strong, weak, unmarked],
    ]);
    expect(await listNames(portal, { state: 'below' })).toEqual([weak]);
    expect(await listNames(portal, { state: 'incomplete', program: 'BSCS' })).toEqual([weak]);
    expect(await listNames(portal, { state: 'unmarked', outcome: 'PLO1' })).toEqual([unmarked]);
    expect(await listNames(portal, { program: 'bsse' })).toEqual([best]);
    expect(await listNames(portal, { q: bscs.student.name })).toEqual([strong]);
    expect(await listNames(portal, { q: binned.student.name })).toEqual([]);
    const page = await portal.admin.call(listOutcomeStudents, {
      query: { sort: 'attainment', outcome: 'PLO1', page: 2, limit: 1 },
    });
    expect(page).toMatchObject({ total: 4, students: [{ name: strong, program: 'BSCS' }] });
    expect(page.students[0]?.attainments).toEqual([
      { code: 'PLO1', percent: 74.17, state: 'attained', isIncomplete: false },
      { code: 'PLO2', percent: 70, state: 'attained', isIncomplete: false },
      { code: 'CLO1', percent: 76.25, state: 'attained', isIncomplete: false },
      { code: 'CLO2', percent: 70, state: 'attained', isIncomplete: false },
    ]);
  });

  test('contains each student once in a cohort with more groups than a batch', async ({
    portal,
  }) => {
    await defineTestOutcomes(portal);
    const { group, groupId } = await createTestGroup(portal, { size: 1 });
    const row = await portal.db
      .selectFrom('groups')
      .selectAll()
      .where('id', '=', groupId)
      .executeTakeFirstOrThrow();
    const member = await portal.db
      .selectFrom('members')
      .selectAll()
      .where('group_id', '=', groupId)
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: 450 }, () => crypto.randomUUID());
    await portal.db
      .insertInto('groups')
      .values(
        ids.map((id, at) => {
          const name = `${group.fypGroupName}-${at}`;
          return { ...row, id, name, name_key: name, sort_key: `${row.sort_key}-${at}` };
        }),
      )
      .execute();
    await portal.db
      .insertInto('members')
      .values(
        // Every third group has lost its only member.
        ids
          .filter((_, at) => at % 3 > 0)
          .map((id, at) => ({
            ...member,
            id: crypto.randomUUID(),
            group_id: id,
            user_id: null,
            email: `copy-${at}@students.edu`,
            ...{ roll: `R-${at}`, roll_key: `R${at}` },
          })),
      )
      .execute();
    const { students, total } = await portal.admin.call(listOutcomeStudents);
    expect(total).toBe(301);
    expect(new Set(students.map(({ _id }) => _id)).size).toBe(301);
  });
});

describe('exports of learning outcomes', () => {
  test('contain the figures of the page and the definitions, and are recorded', async ({
    portal,
  }) => {
    await defineTestOutcomes(portal);
    const { bscs } = await createMarkedPrograms(portal);
    const neighbour = await createNeighbour(portal);
    const read = async (table: string, query: object = {}) => {
      const input = { params: { table }, query: { format: 'xlsx', ...query } };
      const response = await portal.admin.request(exportOutcomes, input);
      return readSheetRecords(new Uint8Array(await response.arrayBuffer()));
    };
    const students = await read('students');
    expect(students).toHaveLength(4);
    expect(students.map(({ Name }) => Name)).not.toContain(neighbour.name);
    expect(students.find(({ Name }) => Name === bscs.student.name)).toMatchObject({
      Program: 'BSCS',
      'PLO1 (%)': 74.17,
      'CLO1 (%)': 76.25,
      'Below the threshold': null,
    });
    expect(await read('attainment', { program: 'BSSE' })).toMatchObject([
      { Program: 'BSSE', Outcome: 'PLO1', Students: 1, 'Share (%)': 100, Session: 'attained' },
      { Outcome: 'PLO2' },
      { Outcome: 'CLO1', Students: 0, 'Share (%)': null, Session: null },
      { Outcome: 'CLO2' },
    ]);
    expect(await read('definitions')).toMatchObject([
      { Outcome: 'PLO1', Programs: 'all' },
      { Outcome: 'PLO2', Programs: 'BSCS' },
      { Outcome: 'PLO2', Programs: 'BSSE' },
      {
        Outcome: 'CLO1',
        'Milestones (weight)': 'Proposal (1), First internal viva (3)',
        'PLOs (weight)': 'PLO1 (2)',
      },
      { Outcome: 'CLO2' },
    ]);
    const { code } = portal.content.current;
    expect(await listExportEntries(portal)).toEqual([
      `Definitions of learning outcomes: only cohort: ${code}`,
      `Attainment of learning outcomes: only cohort: ${code}, program: BSSE`,
      `Learning outcomes by student: only cohort: ${code}`,
    ]);
  });

  test('include a report with definitions, mapping, thresholds, students and attainment', async ({
    portal,
  }) => {
    await defineTestOutcomes(portal);
    await createMarkedPrograms(portal);
    const query = { program: 'BSCS' };
    const response = await portal.admin.request(exportOutcomeReport, { query });
    expect(response.headers.get('content-disposition')).toMatch(
      /filename="learning-outcomes-\w+-BSCS-\d{4}-\d\d-\d\d\.pdf"/,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
    for (const part of [
      'BS Computer Science',
      '3, of whom 1 without marks',
      'Identify and analyse complex computing problems.',
      'Communication',
      'Proposal × 1, First internal viva × 3',
      'PLO1 2 1 50.00 58.34',
      portal.content.current.name,
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Documentation');
    expect(await listExportEntries(portal)).toEqual([
      `Report on learning outcomes: only cohort: ${portal.content.current.code}, program: BSCS`,
    ]);
  });
});
