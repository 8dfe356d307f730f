import { describe, expect } from 'vitest';
import { importGroups } from '#contract/admin/imports.ts';
import { deleteGroup } from '#contract/groups.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  importTwoGroups,
  readAllRows,
  replaceCells,
  replaceProject,
} from '#server/test/records/changed-imports.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
import {
  buildCheckedGroupImport,
  buildGroupRows,
  checkAndImportGroups,
  checkGroupImport,
  type ImportedGroupRow,
} from '#server/test/records/imports.ts';
import { expectRefusal } from '#server/test/refusal.ts';

describe('a dry run of an import that changes stored groups', () => {
  const refused = async (portal: Portal, rows: ImportedGroupRow[], changes: string[]) =>
    expectRefusal(
      portal,
      portal.admin,
      importGroups,
      await buildCheckedGroupImport(portal, rows, changes),
    );

  test.for<[string, (rows: ImportedGroupRow[]) => ImportedGroupRow[], [number, string, RegExp][]]>([
    [
      'a value that a form refuses',
      (rows) => replaceCells(rows, 3, { phone: '123' }),
      [[3, 'phone', /phone number such as/]],
    ],
    [
      'a supervisor who is not offered',
      (rows) => replaceProject(rows, { supervisor: 'Nobody Known' }),
      [[2, 'supervisor', /isn’t an available supervisor/]],
    ],
    [
      'members beyond the most of a group',
      (rows) =>
        [...rows, ...buildGroupRows({ row: 8 }, { row: 9 })].map((row, index) => ({
          ...row,
          row: index + 2,
        })),
      [[6, 'group', /up to 3 members/]],
    ],
    [
      'a new member without a phone',
      (rows) => [...rows, ...buildGroupRows({ phone: '' }).map((row) => ({ ...row, row: 9 }))],
      [[9, 'phone', /required/]],
    ],
    [
      'a member who is moved to another group',
      (rows) => replaceCells(rows, 3, { group: 'BSCS-2027-002' }),
      [[3, 'email', /already in the group BSCS-2027-001/]],
    ],
    [
      'one group under two texts',
      (rows) => replaceCells(rows, 3, { group: 'C' }),
      [[3, 'group', /Rows 2 and 3 both belong to the group BSCS-2027-001/]],
    ],
    [
      'the name of a group of others',
      () => buildGroupRows({ group: 'BSCS-2027-001' }),
      [[2, 'group', /BSCS-2027-001 with other members/]],
    ],
    [
      'a roll number of a member who is not in the file',
      (rows) =>
        rows
          .filter(({ row }) => row !== 3)
          .map((row) =>
            row.row === 2 ? { ...row, roll: getItemAt(rows, 1).roll } : { ...row, title: 'X' },
          ),
      [[2, 'roll', /belongs to a member/]],
    ],
  ])('rejects %s', async ([, change, expected], { portal }) => {
    const { rows, id } = await importTwoGroups(portal);
    const file = change(rows);
    const before = await readAllRows(portal);
    const checked = await checkGroupImport(portal, file);
    expect(await readAllRows(portal)).toEqual(before);
    expect(checked.errors).toEqual(
      expected.map(([row, column, message]) => ({
        row,
        column,
        message: expect.stringMatching(message),
      })),
    );
    expect(checked.counts.refused).toBe(1);
    expect(checked.rows.find(({ row }) => row === getItemAt(expected, 0)[0])?.outcome).toBe(
      'refused',
    );
    expect(await refused(portal, file, [id])).toMatchObject({ status: 400, code: 'invalid' });
  });

  test('rejects a different email address for a member who has an account', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const rows = team.group.fypGroupMembers.map(({ name, roll, email }, index) => ({
      ...getItemAt(buildGroupRows({}), 0),
      row: index + 2,
      group: team.group.fypGroupName,
      program: '',
      title: '',
      category: '',
      supervisor: '',
      name,
      roll,
      email,
      fathername: '',
      phone: '',
    }));
    expect((await checkGroupImport(portal, rows)).counts).toMatchObject({ unchanged: 1 });
    const file = replaceCells(rows, 2, { email: 'someone.else@university.test' });
    expect((await checkGroupImport(portal, file)).errors).toEqual([
      { row: 2, column: 'email', message: expect.stringContaining('Change it under Users') },
    ]);
    await refused(portal, file, [team.groupId]);
  });

  test('reports no changes to groups of other cohorts or to deleted groups', async ({ portal }) => {
    const { rows, id } = await importTwoGroups(portal);
    await addTestCohort(portal, { makeCurrent: true });
    const file = replaceProject(rows.slice(0, 2), { title: 'A new project' });
    const neighbour = await checkGroupImport(portal, file, '2028');
    expect(neighbour.counts).toMatchObject({ changed: 0, unchanged: 0, refused: 1 });
    expect(neighbour.rows.flatMap(({ differences = [] }) => differences)).toEqual([]);
    expect(neighbour.rows.flatMap(({ groupId }) => groupId ?? [])).toEqual([]);
    await refused(portal, file, [id]);
    await portal.admin.call(deleteGroup, { params: { groupId: id } });
    const before = await portal.db.selectFrom('groups').selectAll().where('id', '=', id).execute();
    expect((await checkGroupImport(portal, file, '2027')).counts).toMatchObject({
      new: 1,
      changed: 0,
    });
    await checkAndImportGroups(portal, file, [id]);
    const after = await portal.db.selectFrom('groups').selectAll().where('id', '=', id).execute();
    expect(after).toEqual(before);
  });
});
