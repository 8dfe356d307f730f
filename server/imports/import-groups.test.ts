import { describe, expect } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { importGroups } from '#contract/admin/imports.ts';
import { listAssignedGroups, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { closeCohort } from '#contract/settings/cohorts.ts';
import { objectToGroup } from '#contract/students/objections.ts';
import { updateCohortRow } from '#server/content/write-settings.ts';
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

const check = async (portal: Portal, rows: ImportedGroupRow[]) => {
  const before = await portal.snapshot();
  const result = await checkGroupImport(portal, rows);
  expect(await portal.snapshot()).toEqual(before);
  return result;
};
const refused = async (portal: Portal, rows: ImportedGroupRow[]) =>
  expectRefusal(portal, portal.admin, importGroups, await buildCheckedGroupImport(portal, rows));
const groupsOf = async (portal: Portal) => (await portal.admin.call(listGroups)).groups;

describe('an import of groups', () => {
  test.for([
    ['Straße', 'STRASSE'],
    ['Group 1', '  group\u00a0\u2003 1\u200b'],
  ] as const)(
    'treats %j and %j in the column “Group” as the same group',
    async ([first, second], { portal }) => {
      const rows = buildGroupRows(
        { group: first },
        { group: 'Another', title: 'Another' },
        { group: second },
      );
      expect((await checkAndImportGroups(portal, rows)).counts).toMatchObject({
        new: 2,
        unchanged: 0,
      });
      const groups = await groupsOf(portal);
      expect(groups.map(({ fypGroupMembers }) => fypGroupMembers.length)).toEqual([2, 1]);
    },
  );

  test.for(['.', '..', '…', '\u200b.\u200b', '\u3164'])(
    'rejects the value %j in the column “Group”',
    async (group, { portal }) => {
      const rows = buildGroupRows({}, { group });
      const message = 'Enter the member’s group, with the same text in each row of the group.';
      expect((await check(portal, rows)).errors).toEqual([{ row: 3, column: 'group', message }]);
      expect(await refused(portal, rows)).toMatchObject({
        code: 'invalid',
        fields: { 'rows.1.group': message },
      });
    },
  );

  test('creates each group with its members in the order of their rows in the file', async ({
    portal,
  }) => {
    const rows = buildGroupRows({}, { group: ' a ' }, { group: 'B', title: 'Another' });
    const result = await checkAndImportGroups(portal, rows);
    expect(result).toMatchObject({
      isWritten: true,
      message: '2 new groups, 0 unchanged',
      counts: { new: 2, unchanged: 0 },
      rows: [
        { row: 2, outcome: 'new', group: 'BSCS-2027-001' },
        { row: 3, outcome: 'new', group: 'BSCS-2027-001' },
        { row: 4, outcome: 'new', group: 'BSCS-2027-002' },
      ],
    });
    const group = (await groupsOf(portal)).find(
      ({ fypGroupName }) => fypGroupName === 'BSCS-2027-001',
    );
    expect(group).toMatchObject({
      fypTitle: importedProject.title,
      supervisor: 'other',
      fypGroupMembers: rows.slice(0, 2).map(({ name, email, roll, phone, fathername }) => ({
        name,
        email,
        roll,
        phone,
        fathername,
      })),
    });
  });

  test('binds the external examiner to the account of the name, and warns if there is not exactly one', async ({
    portal,
  }) => {
    const [bound, shared, blocked] = ['Bound', 'Shared', 'Blocked'].map(createUniqueName) as [
      string,
      string,
      string,
    ];
    const account = await createTestUser(portal, 'faculty', bound);
    await createTestUser(portal, 'faculty', blocked);
    for (const address of ['one', 'two'])
      await createTestUser(portal, 'faculty', shared, `${address}@university.test`);
    const blocking = { blocked_at: '2027-01-01T00:00:00.000Z' };
    await portal.db.updateTable('users').set(blocking).where('name', '=', blocked).execute();
    const rows = [bound.toUpperCase(), shared, blocked, 'Dr. No Account'].flatMap((name, index) =>
      buildGroupRows({ row: index + 2, group: `G${index}`, externalExaminer: name }),
    );
    const { rows: checked } = await check(portal, rows);
    expect(checked.map(({ warning }) => warning)).toEqual([
      undefined,
      expect.stringMatching(/^2 accounts have the external examiner’s name, .*@.*, .*@/),
      expect.stringMatching(/^The account .*@.* is blocked/),
      expect.stringMatching(/^The external examiner Dr. No Account has no account yet/),
    ]);
    await checkAndImportGroups(portal, rows);
    const groups = await groupsOf(portal);
    expect(groups.map((group) => group.externalExaminer).toSorted()).toEqual(
      rows.map(({ externalExaminer }) => externalExaminer).toSorted(),
    );
    const ids = groups.map(({ externalExaminerId }) => externalExaminerId);
    expect(ids.filter((id) => id !== null)).toEqual([account.userId]);
    expect((await check(portal, rows)).counts).toMatchObject({ new: 0, unchanged: 4 });
  });

  test('accepts empty project cells after a group’s first row, and the label of a program instead of its code', async ({
    portal,
  }) => {
    const { value, label } = getItemAt(portal.content.current.choices.programs, 0);
    const empty = { program: '', title: ' ', category: '', supervisor: '' };
    await checkAndImportGroups(portal, buildGroupRows({ program: label.toUpperCase() }, empty));
    expect(await groupsOf(portal)).toMatchObject([
      { program: value, fypTitle: importedProject.title, fypGroupMembers: [{}, {}] },
    ]);
  });

  test('links each group to its supervisor’s account', async ({ portal }) => {
    const supervisor = await createTestUser(portal, 'faculty', createUniqueName('Supervisor'));
    await checkAndImportGroups(
      portal,
      buildGroupRows({ supervisor: supervisor.name.toLowerCase() }),
    );
    const { allGroups } = await supervisor.caller.call(listAssignedGroups);
    expect(allGroups).toMatchObject([
      { fypTitle: importedProject.title, supervisor: supervisor.name },
    ]);
  });

  test('sends each member one email, which contains a link for reporting a wrong membership', async ({
    portal,
  }) => {
    const rows = buildGroupRows({}, {});
    await checkAndImportGroups(portal, rows);
    const emails = await portal.db.selectFrom('emails').selectAll().execute();
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
      rows.map(({ email }) => email).toSorted(),
    );
    for (const { text_body } of emails) {
      const token = /#object=([\w-]+)/.exec(text_body)?.[1] ?? '';
      await portal.visitor.call(objectToGroup, { body: { token } });
    }
  });

  test('adds one audit entry for the import, and one audit entry and one history entry for each group', async ({
    portal,
  }) => {
    await checkAndImportGroups(portal, buildGroupRows({}, {}));
    const entries = async (action: 'list-imported' | 'group-imported') =>
      (await portal.admin.call(listAudit, { query: { action } })).entries;
    expect(await entries('list-imported')).toMatchObject([
      { subject: { kind: 'portal', name: 'Groups' }, detail: '1 new group, 0 unchanged' },
    ]);
    expect(await entries('group-imported')).toMatchObject([
      { subject: { name: 'BSCS-2027-001' }, detail: `“${importedProject.title}”, 2 members` },
    ]);
    const groupId = getItemAt(await groupsOf(portal), 0)._id;
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    expect(changes).toMatchObject([{ part: 'group', field: 'import', to: importedProject.title }]);
  });

  test('changes nothing when it is repeated, and reports all groups as unchanged', async ({
    portal,
  }) => {
    const rows = buildGroupRows({}, {}, { group: 'B', title: 'Another' });
    await checkAndImportGroups(portal, rows);
    const before = await portal.snapshot();
    expect(await checkAndImportGroups(portal, rows)).toMatchObject({
      counts: { new: 0, unchanged: 2 },
      rows: [2, 3, 4].map((row) => ({ row, outcome: 'unchanged' })),
    });
    expect(await portal.snapshot()).toEqual(before);
    const more = [...rows, ...buildGroupRows({ row: 9, group: 'C', title: 'A third' })];
    expect(await checkAndImportGroups(portal, more)).toMatchObject({
      counts: { new: 1, unchanged: 2 },
    });
  });

  test('creates each group only once if the request is sent twice concurrently', async ({
    portal,
  }) => {
    const rows = buildGroupRows({}, { group: 'B' }, { group: 'C' });
    const both = await Promise.all([
      checkAndImportGroups(portal, rows),
      checkAndImportGroups(portal, rows.toReversed()),
    ]);
    expect(both.map(({ counts }) => counts.new).toSorted()).toEqual([0, 3]);
    expect(await groupsOf(portal)).toHaveLength(3);
  });
});

describe('a dry run of a group import', () => {
  test.for<[string, Partial<ImportedGroupRow>, string, RegExp]>([
    ['without a group', { group: ' ' }, 'group', /the same text in each row of the group/],
    ['of a group without a title', { group: 'B', title: '' }, 'title', /title is required/],
    [
      'of an unknown program',
      { group: 'B', program: 'BSXX' },
      'program',
      /isn’t an available program.*BSCS/,
    ],
    ['of an unknown category', { group: 'B', category: 'X' }, 'category', /Web Development/],
    [
      'of an unknown supervisor',
      { group: 'B', supervisor: 'X' },
      'supervisor',
      /isn’t an available supervisor/,
    ],
    ['without a supervisor', { group: 'B', supervisor: '' }, 'supervisor', /is required/],
    ['with another title', { title: 'X' }, 'title', /Row 2 of the same group says “A portal/],
    ['with another program', { program: 'BSSE' }, 'program', /Row 2 .* “BSCS”/],
    ['without a name', { name: '' }, 'name', /Full name is required/],
    ['without a father’s name', { fathername: '' }, 'fathername', /Father name is required/],
    ['without a roll number', { roll: '' }, 'roll', /Roll number is required/],
    ['with a broken email', { email: 'nobody' }, 'email', /such as name@university\.edu/],
    ['with a foreign phone', { phone: '+44 20 7946 0958' }, 'phone', /phone number such as/],
  ])('reports a row %s', async ([, cells, column, message], { portal }) => {
    const rows = buildGroupRows({}, cells);
    const { errors } = await check(portal, rows);
    expect(errors).toEqual([{ row: 3, column, message: expect.stringMatching(message) }]);
    expect(await refused(portal, rows)).toMatchObject({
      code: 'invalid',
      fields: { [`rows.1.${column}`]: expect.stringMatching(message) },
    });
  });

  test('reports the first row that makes a group exceed its maximum size', async ({ portal }) => {
    const { maxMembers } = portal.content.current.rules;
    const rows = buildGroupRows(...Array(maxMembers + 1).fill({}));
    const { errors } = await check(portal, rows);
    expect(errors).toMatchObject([{ row: maxMembers + 2, column: 'group' }]);
    expect(getItemAt(errors, 0).message).toContain('up to 3 members. Move this row');
    await refused(portal, rows);
  });

  test('reports rows that repeat an email or a roll number, even across groups', async ({
    portal,
  }) => {
    const [first] = buildGroupRows({});
    const rows = buildGroupRows(
      { email: `${first?.email}`, roll: `${first?.roll}` },
      { email: `${first?.email.toUpperCase()}` },
      { group: 'B', roll: `${first?.roll.replace('-', ' ')}` },
    );
    const { errors } = await check(portal, rows);
    expect(errors).toMatchObject([
      { row: 3, column: 'email', message: expect.stringMatching(/^Rows 2 and 3 .* email/) },
      { row: 4, column: 'roll', message: expect.stringMatching(/^Rows 2 and 4 .* roll number/) },
    ]);
    await refused(portal, rows);
  });

  test('reports members whose email or roll number is already in another group', async ({
    portal,
  }) => {
    const { group } = await createTestGroup(portal);
    const [first, second] = group.fypGroupMembers;
    const rows = buildGroupRows(
      { email: `${first?.email}` },
      { roll: `${second?.roll}` },
      { group: 'B' },
    );
    const { errors, counts } = await check(portal, rows);
    expect(counts).toMatchObject({ new: 1, changed: 0, refused: 1 });
    expect(errors).toMatchObject([
      { row: 2, column: 'email', message: expect.stringContaining(group.fypGroupName) },
      { row: 3, column: 'roll', message: expect.stringContaining(`${second?.email}`) },
    ]);
    expect(getItemAt(errors, 0).message).toContain(`${first?.roll}`);
    await refused(portal, rows);
  });
});

describe('an import of groups after a dry run', () => {
  const openNext = (portal: Portal) => addTestCohort(portal, { makeCurrent: true });
  const namesOf = async (portal: Portal) =>
    (await groupsOf(portal)).map(({ fypGroupName }) => fypGroupName);

  test('creates the groups in the cohort of the dry run, even if another cohort has become current', async ({
    portal,
  }) => {
    const rows = buildGroupRows({});
    const checked = await checkGroupImport(portal, rows);
    expect(checked.cohort).toEqual({ code: '2027', name: 'Session 2026–27' });
    const input = { body: { rows, dryRun: false, cohort: '2027', token: checked.token } };
    await openNext(portal);
    expect((await portal.admin.call(importGroups, input)).cohort.code).toBe('2027');
    expect(await namesOf(portal)).toEqual(['BSCS-2027-001']);
  });

  test('is rejected if the rows or the cohort differ from those of the dry run, or if the cohort has been closed', async ({
    portal,
  }) => {
    const rows = buildGroupRows({});
    const input = await buildCheckedGroupImport(portal, rows);
    await openNext(portal);
    const attempt = (changes: object) =>
      expectRefusal(portal, portal.admin, importGroups, { body: { ...input.body, ...changes } });
    for (const [changes, code] of [
      [{ rows: buildGroupRows({}) }, 'stale-version'],
      [{ rows: [...rows, ...buildGroupRows({ group: 'B', row: 9 })] }, 'stale-version'],
      [{ cohort: '2028' }, 'stale-version'],
      [{ cohort: undefined }, 'invalid'],
      [{ token: undefined }, 'invalid'],
    ] as const) {
      expect([changes, (await attempt(changes)).code]).toEqual([changes, code]);
    }
    const { _id: cohortId } = getItemAt(portal.content.cohorts, 1);
    await updateCohortRow(portal.db, cohortId, { closed_at: portal.clock().toISOString() });
    await portal.content.refresh();
    expect((await attempt({})).code).toBe('cohort-closed');
  });

  test('accepts a student who is also in a group of a closed cohort', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const { roll } = getItemAt(team.group.fypGroupMembers, 0);
    await openNext(portal);
    const { _id: cohortId } = getItemAt(portal.content.cohorts, 1);
    const rows = buildGroupRows({ roll, email: team.student.email });
    expect((await checkGroupImport(portal, rows)).errors).not.toEqual([]);
    const { version } = getItemAt(portal.content.cohorts, 1);
    await portal.admin.call(closeCohort, { params: { cohortId }, body: { version } });
    await checkAndImportGroups(portal, rows);
    expect(await namesOf(portal)).toContain('BSCS-2028-001');
  });
});
