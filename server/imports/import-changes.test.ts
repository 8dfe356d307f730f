import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { listChanges } from '#contract/history.ts';
import { buildMemberEdits, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  formatMember,
  importTwoGroups,
  listStoredGroups,
  readAllRows,
  replaceCells,
  replaceProject,
} from '#server/test/records/changed-imports.ts';
import {
  buildGroupRows,
  checkAndImportGroups,
  checkGroupImport,
  type ImportedGroupRow,
  importedProject,
} from '#server/test/records/imports.ts';
import { createUniqueName } from '#tools/test/people.ts';

const memberFields = ['name', 'fathername', 'roll', 'email', 'phone'] as const;

const memberValues = {
  name: 'Corrected Name',
  fathername: 'Corrected Father',
  roll: 'F22-9999',
  email: 'corrected@university.test',
  phone: '+92 3009999999',
};

const projectFields = ['program', 'title', 'category', 'supervisor', 'externalExaminer'] as const;

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
    externalExaminer: 'Dr. Someone External',
  };
};

describe('an import that changes a stored group', () => {
  const fields = [...memberFields, ...projectFields, 'members'] as const;
  test.for(fields)(
    'reports and applies a change that affects only the field %s',
    async (field, { portal }) => {
      const { rows, group, id } = await importTwoGroups(portal);
      const first = getItemAt(rows, 0);
      let file = rows;
      let expected: object = {};
      if (field === 'members') {
        const [added] = buildGroupRows({ row: 9 });
        file = [...rows, ...(added ? [added] : [])];
        const text = formatMember(getItemAt(file, 3));
        expected = { field, member: text, stored: '', file: text };
      } else if (field in memberValues) {
        const value = memberValues[field as keyof typeof memberValues];
        file = replaceCells(rows, first.row, { [field]: value });
        expected = { field, member: formatMember(first), stored: first[field], file: value };
      } else {
        const value = projectValues(portal)[field as keyof ReturnType<typeof projectValues>];
        file = replaceProject(rows, { [field]: value });
        expected = { field, stored: first[field] ?? '', file: value };
      }
      const before = await readAllRows(portal);
      const checked = await checkGroupImport(portal, file);
      expect(checked.errors).toEqual([]);
      expect(checked.counts).toMatchObject({ new: 0, changed: 1, unchanged: 1 });
      expect(checked.rows.flatMap(({ differences = [] }) => differences)).toEqual([expected]);
      expect(checked.rows.filter(({ outcome }) => outcome === 'changed')).toSatisfy(
        (changed: { groupId?: string }[]) => changed.every(({ groupId }) => groupId === id),
      );
      const skipped = await checkAndImportGroups(portal, file);
      expect(skipped.counts).toMatchObject({ changed: 0, skipped: 1, unchanged: 1 });
      expect(await readAllRows(portal)).toEqual(before);

      const done = await checkAndImportGroups(portal, file, [id]);
      expect(done.counts).toMatchObject({ changed: 1, skipped: 0, unchanged: 1 });
      expect((await checkGroupImport(portal, file)).counts).toMatchObject({
        changed: 0,
        unchanged: 2,
      });
      const after = getItemAt(
        (await listStoredGroups(portal)).filter(({ _id }) => _id === id),
        0,
      );
      expect(after.version).toBe(group.version + 1);
      const { changes } = await portal.admin.call(listChanges, { params: { groupId: id } });
      expect(changes.map((change) => change.field)).toContain(
        { fathername: 'father_name', members: 'roll', externalExaminer: 'external_examiner' }[
          field as string
        ] ?? field,
      );
    },
  );

  test('has the same effect as an edit by an admin, including history, audit entry and emails', async ({
    portal,
  }) => {
    const { rows, group, id } = await importTwoGroups(portal);
    const other = getItemAt(
      (await listStoredGroups(portal)).filter(({ _id }) => _id !== id),
      0,
    );
    const supervisor = await createTestUser(portal, 'faculty', createUniqueName('Supervisor'));
    await portal.db.deleteFrom('emails').execute();
    const file = replaceCells(
      replaceProject(rows, { supervisor: supervisor.name, title: 'X' }),
      2,
      {
        email: 'new.address@university.test',
      },
    );
    await checkAndImportGroups(portal, file, [id]);
    const member = getItemAt(other.fypGroupMembers, 0);
    const edit = { _id: member._id, email: 'other.address@university.test' };
    await portal.admin.call(updateGroup, {
      params: { groupId: other._id },
      body: {
        supervisor: supervisor.name,
        fypTitle: 'X',
        fypGroupMembers: buildMemberEdits(
          other.fypGroupMembers.map(({ _id }) => _id),
          edit,
        ),
      },
    });
    const toSubject = ({ subject }: Record<string, unknown>) =>
      String(subject).replace(/^\S+: /, '');
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
        // The groups have different numbers of members: compare the kinds of emails.
        emails: [...new Set((await trace('emails', 'group_id')).map(toSubject))].toSorted(),
        entries: (await trace('audit_entries', 'subject_id'))
          .map(({ action }) => action)
          .toSorted(),
      };
    };
    const [byImport, byEdit] = [await traceOf(group._id), await traceOf(other._id)];
    expect(byImport.emails).toEqual([
      'you were added as a member',
      'you were added as supervisor',
      'your supervisor has changed',
    ]);
    expect(byImport).toEqual(byEdit);
  });

  test('sends emails only to new members', async ({ portal }) => {
    const { rows, id } = await importTwoGroups(portal);
    await portal.db.deleteFrom('emails').execute();
    const file = [...rows, ...buildGroupRows({ row: 9 })];
    await checkAndImportGroups(portal, file, [id]);
    const emails = await portal.db.selectFrom('emails').select('recipient').execute();
    expect(emails).toEqual([{ recipient: getItemAt(file, 3).email }]);
    expect(
      getItemAt(
        (await listStoredGroups(portal)).filter(({ _id }) => _id === id),
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
    const { rows } = await importTwoGroups(portal);
    expect(await checkGroupImport(portal, change(rows, portal))).toMatchObject({
      errors: [],
      counts: { new: 0, changed: 0, unchanged: 2, refused: 0 },
    });
  });

  test('reports no difference for an unchanged value that the department no longer offers or accepts', async ({
    portal,
  }) => {
    const { rows, id } = await importTwoGroups(portal);
    const old = { category: 'Dropped', supervisor: 'Somebody Former' };
    await portal.db.updateTable('groups').set(old).where('id', '=', id).execute();
    await portal.db.updateTable('members').set({ phone: '12345' }).execute();
    const file = replaceProject(rows, old).map((row) => ({ ...row, phone: '12345' }));
    expect(await checkGroupImport(portal, file)).toMatchObject({
      errors: [],
      counts: { unchanged: 2 },
    });
  });

  test('lists stored members that the file does not contain, but does not remove them', async ({
    portal,
  }) => {
    const { rows, id } = await importTwoGroups(portal);
    const file = replaceCells(rows.slice(0, 1), 2, { title: 'Another title' });
    const checked = await checkGroupImport(portal, file);
    expect(checked.rows).toMatchObject([
      { row: 2, outcome: 'changed', missing: [formatMember(getItemAt(rows, 1))] },
    ]);
    expect(checked.message).toContain('1 member who isn’t in the file stays');
    await checkAndImportGroups(portal, file, [id]);
    const after = (await listStoredGroups(portal)).filter(({ _id }) => _id === id);
    expect(after).toMatchObject([{ fypTitle: 'Another title', fypGroupMembers: [{}, {}] }]);
    expect((await checkGroupImport(portal, file)).rows).toMatchObject([
      { outcome: 'unchanged', missing: [formatMember(getItemAt(rows, 1))] },
    ]);
  });
});
