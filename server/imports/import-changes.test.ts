import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { importGroups } from '#contract/admin/imports.ts';
import { deleteGroup, listChanges, listGroups } from '#contract/groups.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
import {
  buildCheckedGroupImport,
  buildGroupRows,
  checkAndImportGroups,
  checkGroupImport,
  type ImportedGroupRow,
  importedProject,
} from '#server/test/records/imports.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { createUniqueName } from '#tools/test/people.ts';

const groupsOf = async (portal: Portal) => (await portal.admin.call(listGroups)).groups;
const rowsOf = async (portal: Portal) => (await portal.snapshot()) as Record<string, unknown[]>;

async function twoGroups(portal: Portal) {
  const rows = buildGroupRows({}, {}, { group: 'B', title: 'Another' });
  const { rows: written } = await checkAndImportGroups(portal, rows);
  const groups = await groupsOf(portal);
  const group = getItemAt(
    groups.filter(({ fypGroupName }) => fypGroupName === written[0]?.group),
    0,
  );
  return { rows, group, id: group._id };
}

const withCells = (
  rows: readonly ImportedGroupRow[],
  row: number,
  cells: Partial<ImportedGroupRow>,
) => rows.map((current) => (current.row === row ? { ...current, ...cells } : current));
const withShared = (rows: readonly ImportedGroupRow[], cells: Partial<ImportedGroupRow>) =>
  rows.map((row) => (row.group === 'A' ? { ...row, ...cells } : row));

const memberText = ({ name, roll }: ImportedGroupRow) => `${name} (${roll})`;

const memberFields = ['name', 'fathername', 'roll', 'email', 'phone'] as const;
const memberValues = {
  name: 'Corrected Name',
  fathername: 'Corrected Father',
  roll: 'F22-9999',
  email: 'corrected@university.test',
  phone: '+92 3009999999',
};
const projectFields = ['program', 'title', 'category', 'supervisor'] as const;
const projectValues = (portal: Portal) => {
  const { choices } = portal.content.current;
  return {
    program: getItemAt(
      choices.programs.map(({ value }) => value).filter((value) => value !== 'BSCS'),
      0,
    ),
    title: 'Another title',
    category: getItemAt(
      choices.categories.filter((value) => value !== importedProject.category),
      0,
    ),
    supervisor: getItemAt(choices.supervisors, 0),
  };
};

describe('an import that changes a stored group', () => {
  const fields = [...memberFields, ...projectFields, 'members'] as const;
  test.for(fields)(
    'reports and applies a change that affects only the field %s',
    async (field, { portal }) => {
      const { rows, group, id } = await twoGroups(portal);
      const first = getItemAt(rows, 0);
      let file = rows;
      let expected: object = {};
      if (field === 'members') {
        const [added] = buildGroupRows({ row: 9 });
        file = [...rows, ...(added ? [added] : [])];
        const text = memberText(getItemAt(file, 3));
        expected = { field, member: text, stored: '', file: text };
      } else if (field in memberValues) {
        const value = memberValues[field as keyof typeof memberValues];
        file = withCells(rows, first.row, { [field]: value });
        expected = { field, member: memberText(first), stored: first[field], file: value };
      } else {
        const value = projectValues(portal)[field as keyof ReturnType<typeof projectValues>];
        file = withShared(rows, { [field]: value });
        expected = { field, stored: first[field], file: value };
      }
      const before = await rowsOf(portal);
      const checked = await checkGroupImport(portal, file);
      expect(checked.errors).toEqual([]);
      expect(checked.counts).toMatchObject({ new: 0, changed: 1, unchanged: 1 });
      expect(checked.rows.flatMap(({ differences = [] }) => differences)).toEqual([expected]);
      expect(checked.rows.filter(({ outcome }) => outcome === 'changed')).toSatisfy(
        (changed: { groupId?: string }[]) => changed.every(({ groupId }) => groupId === id),
      );
      const skipped = await checkAndImportGroups(portal, file);
      expect(skipped.counts).toMatchObject({ changed: 0, skipped: 1, unchanged: 1 });
      expect(await rowsOf(portal)).toEqual(before);

      const done = await checkAndImportGroups(portal, file, [id]);
      expect(done.counts).toMatchObject({ changed: 1, skipped: 0, unchanged: 1 });
      expect((await checkGroupImport(portal, file)).counts).toMatchObject({
        changed: 0,
        unchanged: 2,
      });
      const after = getItemAt(
        (await groupsOf(portal)).filter(({ _id }) => _id === id),
        0,
      );
      expect(after.version).toBe(group.version + 1);
      const { changes } = await portal.admin.call(listChanges, { params: { groupId: id } });
      expect(changes.map((change) => change.field)).toContain(
        { fathername: 'father_name', members: 'roll' }[field as string] ?? field,
      );
    },
  );

  test('has the same effect as an edit by an admin, including history, audit entry and emails', async ({
    portal,
  }) => {
    const { rows, group, id } = await twoGroups(portal);
    const other = getItemAt(
      (await groupsOf(portal)).filter(({ _id }) => _id !== id),
      0,
    );
    const supervisor = await createTestUser(portal, 'faculty', createUniqueName('Supervisor'));
    await portal.db.deleteFrom('emails').execute();
    const file = withCells(withShared(rows, { supervisor: supervisor.name, title: 'X' }), 2, {
      email: 'new.address@university.test',
    });
    await checkAndImportGroups(portal, file, [id]);
    const member = getItemAt(other.fypGroupMembers, 0);
    const edit = { _id: member._id, email: 'other.address@university.test' };
    await portal.admin.call(updateGroup, {
      params: { groupId: other._id },
      body: { supervisor: supervisor.name, fypTitle: 'X', fypGroupMembers: [edit] },
    });
    const traceOf = async (groupId: string) => {
      const trace = async (table: 'changes' | 'emails' | 'audit_entries', column: string) =>
        portal.db
          .selectFrom(table)
          .selectAll()
          .where(column as never, '=', groupId as never)
          .execute() as Promise<Record<string, unknown>[]>;
      const changes = await trace('changes', 'group_id');
      return {
        changes: changes.map(({ part, field }) => `${part} ${field}`).toSorted(),
        emails: (await trace('emails', 'group_id')).length,
        entries: (await trace('audit_entries', 'subject_id')).map(({ action }) => action),
      };
    };
    const [byImport, byEdit] = [await traceOf(group._id), await traceOf(other._id)];
    expect(byImport.emails).toBeGreaterThan(0);
    expect(byImport).toEqual(byEdit);
  });

  test('sends emails only to new members', async ({ portal }) => {
    const { rows, id } = await twoGroups(portal);
    await portal.db.deleteFrom('emails').execute();
    const file = [...rows, ...buildGroupRows({ row: 9 })];
    await checkAndImportGroups(portal, file, [id]);
    const emails = await portal.db.selectFrom('emails').select('recipient').execute();
    expect(emails).toEqual([{ recipient: getItemAt(file, 3).email }]);
    expect(
      getItemAt(
        (await groupsOf(portal)).filter(({ _id }) => _id === id),
        0,
      ).fypGroupMembers.map(({ email }) => email),
    ).toEqual([0, 1, 3].map((index) => getItemAt(file, index).email));
  });

  test.for<[string, (rows: ImportedGroupRow[], portal: Portal) => ImportedGroupRow[]]>([
    [
      'phones in another form',
      (rows) => rows.map((row) => ({ ...row, phone: row.phone.replace('+92 3', '03') })),
    ],
    [
      'listed values in another case',
      (rows) =>
        rows.map((row) => ({ ...row, category: row.category.toUpperCase(), supervisor: 'OTHER ' })),
    ],
    [
      'a program by its label',
      (rows, portal) =>
        rows.map((row) => ({
          ...row,
          program: getItemAt(
            portal.content.current.choices.programs.filter(({ value }) => value === 'BSCS'),
            0,
          ).label,
        })),
    ],
    [
      'names with more spaces',
      (rows) => rows.map((row) => ({ ...row, name: ` ${row.name.replace(' ', '  ')}` })),
    ],
    [
      'emails in another case',
      (rows) => rows.map((row) => ({ ...row, email: row.email.toUpperCase() })),
    ],
    [
      'groups by the portal’s names',
      (rows) =>
        rows.map((row) => ({
          ...row,
          group: row.group === 'A' ? 'bscs-2027-001' : 'BSCS-2027-002',
        })),
    ],
    [
      'only emails beside the groups',
      (rows) =>
        rows.map(({ row, group, email }) => ({
          ...getItemAt(buildGroupRows({ row, group }), 0),
          program: '',
          title: '',
          category: '',
          supervisor: '',
          name: '',
          fathername: '',
          roll: '',
          phone: '',
          email,
        })),
    ],
    ['the members in another order', (rows) => rows.toReversed()],
  ])('reports no difference for %s', async ([, change], { portal }) => {
    const { rows } = await twoGroups(portal);
    expect(await checkGroupImport(portal, change(rows, portal))).toMatchObject({
      errors: [],
      counts: { new: 0, changed: 0, unchanged: 2, refused: 0 },
    });
  });

  test('reports no difference for an unchanged value that the department no longer offers or accepts', async ({
    portal,
  }) => {
    const { rows, id } = await twoGroups(portal);
    const old = { category: 'Dropped', supervisor: 'Somebody Former' };
    await portal.db.updateTable('groups').set(old).where('id', '=', id).execute();
    await portal.db.updateTable('members').set({ phone: '12345' }).execute();
    const file = withShared(rows, old).map((row) => ({ ...row, phone: '12345' }));
    expect(await checkGroupImport(portal, file)).toMatchObject({
      errors: [],
      counts: { unchanged: 2 },
    });
  });

  test('lists stored members that the file does not contain, but does not remove them', async ({
    portal,
  }) => {
    const { rows, id } = await twoGroups(portal);
    const file = withCells(rows.slice(0, 1), 2, { title: 'Another title' });
    const checked = await checkGroupImport(portal, file);
    expect(checked.rows).toMatchObject([
      { row: 2, outcome: 'changed', missing: [memberText(getItemAt(rows, 1))] },
    ]);
    expect(checked.message).toContain('1 member stays who is not in the file');
    await checkAndImportGroups(portal, file, [id]);
    const after = (await groupsOf(portal)).filter(({ _id }) => _id === id);
    expect(after).toMatchObject([{ fypTitle: 'Another title', fypGroupMembers: [{}, {}] }]);
    expect((await checkGroupImport(portal, file)).rows).toMatchObject([
      { outcome: 'unchanged', missing: [memberText(getItemAt(rows, 1))] },
    ]);
  });
});

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
      (rows) => withCells(rows, 3, { phone: '123' }),
      [[3, 'phone', /phone number such as/]],
    ],
    [
      'a supervisor who is not offered',
      (rows) => withShared(rows, { supervisor: 'Nobody Known' }),
      [[2, 'supervisor', /not offered/]],
    ],
    [
      'members beyond the most of a group',
      (rows) =>
        [...rows, ...buildGroupRows({ row: 8 }, { row: 9 })].map((row, index) => ({
          ...row,
          row: index + 2,
        })),
      [[6, 'group', /at most 3 members/]],
    ],
    [
      'a new member without a phone',
      (rows) => [...rows, ...buildGroupRows({ phone: '' }).map((row) => ({ ...row, row: 9 }))],
      [[9, 'phone', /required/]],
    ],
    [
      'a member who is moved to another group',
      (rows) => withCells(rows, 3, { group: 'BSCS-2027-002' }),
      [[3, 'email', /BSCS-2027-001 already/]],
    ],
    [
      'one group under two texts',
      (rows) => withCells(rows, 3, { group: 'C' }),
      [[3, 'group', /Rows 2 and 3 are both of the group BSCS-2027-001/]],
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
    const { rows, id } = await twoGroups(portal);
    const file = change(rows);
    const before = await rowsOf(portal);
    const checked = await checkGroupImport(portal, file);
    expect(await rowsOf(portal)).toEqual(before);
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
    const file = withCells(rows, 2, { email: 'someone.else@university.test' });
    expect((await checkGroupImport(portal, file)).errors).toEqual([
      { row: 2, column: 'email', message: expect.stringContaining('Change it under Users') },
    ]);
    await refused(portal, file, [team.groupId]);
  });

  test('rejects a new member who has the email of the group’s supervisor', async ({ portal }) => {
    const supervisor = await createTestUser(portal, 'faculty');
    const { rows, id } = await twoGroups(portal);
    await portal.admin.call(updateGroup, {
      params: { groupId: id },
      body: { supervisor: supervisor.name },
    });
    const cells = { group: 'A', row: 99, email: supervisor.email, supervisor: '' };
    const file = [...withShared(rows, { supervisor: '' }), ...buildGroupRows(cells)];
    const message = expect.stringContaining('cannot also be its supervisor');
    const { errors } = await checkGroupImport(portal, file);
    expect(errors).toEqual([{ row: 99, column: 'email', message }]);
    await refused(portal, file, [id]);
  });

  test('reports no changes to groups of other cohorts or to deleted groups', async ({ portal }) => {
    const { rows, id } = await twoGroups(portal);
    await addTestCohort(portal, { makeCurrent: true });
    const file = withShared(rows.slice(0, 2), { title: 'A new project' });
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

describe('an import that changes stored groups after a dry run', () => {
  const edit = (portal: Portal, groupId: string, body: object) =>
    portal.admin.call(updateGroup, { params: { groupId }, body });

  test.for<[string, (portal: Portal, id: string) => Promise<unknown>]>([
    ['edited', (portal, id) => edit(portal, id, { fypTitle: 'Edited meanwhile' })],
    [
      'moved to the bin',
      (portal, id) => portal.admin.call(deleteGroup, { params: { groupId: id } }),
    ],
  ])('is rejected and writes nothing if a group has since been %s', async ([, act], { portal }) => {
    const { rows, id } = await twoGroups(portal);
    const file = [
      ...withShared(rows, { title: 'Imported' }),
      ...buildGroupRows({ row: 9, group: 'N' }),
    ];
    const input = await buildCheckedGroupImport(portal, file, [id]);
    await act(portal, id);
    const refusal = await expectRefusal(portal, portal.admin, importGroups, input);
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' });
    expect(refusal.fields).toEqual({
      'rows.0.group': expect.stringContaining('has changed since the check'),
    });
  });

  test('is rejected if one of the new groups has since been created with different values', async ({
    portal,
  }) => {
    const file = buildGroupRows({});
    const input = await buildCheckedGroupImport(portal, file);
    await checkAndImportGroups(portal, withShared(file, { title: 'Made meanwhile' }));
    expect((await expectRefusal(portal, portal.admin, importGroups, input)).fields).toEqual({
      'rows.0.group': expect.stringContaining('has changed since the check'),
    });
  });

  test('is accepted if the group has since been edited to match the file', async ({ portal }) => {
    const { rows, id } = await twoGroups(portal);
    const input = await buildCheckedGroupImport(portal, withShared(rows, { title: 'Same' }), [id]);
    await edit(portal, id, { fypTitle: 'Same' });
    expect((await portal.admin.call(importGroups, input)).counts).toMatchObject({ unchanged: 2 });
  });

  test('is applied only once if the request is sent twice concurrently', async ({ portal }) => {
    const { rows, id } = await twoGroups(portal);
    const input = await buildCheckedGroupImport(portal, withShared(rows, { title: 'Imported' }), [
      id,
    ]);
    const both = await Promise.all([0, 1].map(() => portal.admin.call(importGroups, input)));
    expect(both.map(({ counts }) => counts.changed).toSorted()).toEqual([0, 1]);
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: id } });
    expect(changes.filter(({ field }) => field === 'title')).toHaveLength(1);
  });

  test('does not overwrite an edit that another admin makes concurrently', async ({ portal }) => {
    const { rows, group, id } = await twoGroups(portal);
    const input = await buildCheckedGroupImport(portal, withShared(rows, { title: 'Imported' }), [
      id,
    ]);
    const [imported, edited] = await Promise.all([
      portal.admin.request(importGroups, input),
      portal.admin.request(updateGroup, {
        params: { groupId: id },
        body: { version: group.version, fypTitle: 'Edited' },
      }),
    ]);
    const statuses = [imported.status, edited.status];
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual(statuses);
    const after = (await groupsOf(portal)).filter(({ _id }) => _id === id);
    expect(after).toMatchObject([
      { version: group.version + 1, fypTitle: imported.status === 200 ? 'Imported' : 'Edited' },
    ]);
  });
});
