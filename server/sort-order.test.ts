import { globSync, readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { findBoard } from '#contract/board.ts';
import { exportGroups, listGroups } from '#contract/groups.ts';
import { getGroupsBeside, listGroupsToMark } from '#contract/marks.ts';
import { exportCertificates, listCertificates } from '#contract/students/certificates.ts';
import { exportUsers, listUsers, updateUser } from '#contract/users.ts';
import { compareSortKeys, sortByText, toSortKey } from '#contract/values/sort-key.ts';
import { createTestGroup, createTestUser, getItemAt, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { readExportedRecords } from './test/records/exports.ts';

const sorted = [
  'Ali Khan',
  'Bilal',
  'Çağla',
  'Daniyal',
  'Éloïse',
  'Emre',
  'Group 9',
  'Group 10',
  'Group 101',
  'Group 1000',
  'İpek',
  'Öykü',
  'Zoya',
  'ایمان',
  'بلال',
  'پرویز',
  'گل',
];
const shuffled = sorted.toSorted((a, b) => a.length - b.length || (a < b ? 1 : -1));

async function createRenamedGroups(portal: Portal) {
  for (const fypGroupName of shuffled) {
    const { groupId } = await createTestGroup(portal, { size: 1 });
    await portal.admin.call(updateGroup, { params: { groupId }, body: { fypGroupName } });
  }
}

const pages = [1, 2, 3, 4, 5, 6];

describe('the sort order of lists', () => {
  test('orders groups by name in every list and export, and compares numbers by value', async ({
    portal,
  }) => {
    await createRenamedGroups(portal);
    const { admin } = portal;
    const named = (rows: readonly { fypGroupName: string }[]) =>
      rows.map(({ fypGroupName }) => fypGroupName);
    const { groups } = await admin.call(listGroups);
    expect(named(groups)).toEqual(sorted);
    expect(named((await admin.call(listGroupsToMark)).groups)).toEqual(sorted);
    expect(named((await admin.call(findBoard)).rows)).toEqual(sorted);
    expect(named((await admin.call(listCertificates)).rows)).toEqual(sorted);
    for (const endpoint of [exportGroups, exportCertificates]) {
      const records = await readExportedRecords(portal, endpoint);
      expect(
        records.map(({ Group }) => Group),
        endpoint.path,
      ).toEqual(sorted);
    }
  });

  test('is preserved across pages, and each row appears exactly once', async ({ portal }) => {
    await createRenamedGroups(portal);
    const names: string[] = [];
    for (const page of pages) {
      const { groups } = await portal.admin.call(listGroups, { query: { page, limit: 3 } });
      names.push(...groups.map(({ fypGroupName }) => fypGroupName));
    }
    expect(names).toEqual(sorted);
    const { groups } = await portal.admin.call(listGroupsToMark);
    for (const [index, { _id }] of groups.entries()) {
      const beside = await portal.admin.call(getGroupsBeside, { params: { groupId: _id } });
      expect([beside.previous._id, beside.next._id]).toEqual([
        groups.at(index - 1)?._id,
        getItemAt(groups, (index + 1) % groups.length)._id,
      ]);
    }
  });

  test('orders users by name in the list and in the export, even after a rename', async ({
    portal,
  }) => {
    const people: TestUser[] = [];
    for (const name of shuffled) people.push(await createTestUser(portal, 'student', name));
    const expected = [...sorted, 'The Admin'];
    const names = async () => (await portal.admin.call(listUsers)).users.map(({ name }) => name);
    expect(await names()).toEqual(sortByText(expected, (name) => name));
    const renamed = people.find(({ name }) => name === 'Öykü');
    const params = { userId: `${renamed?.userId}` };
    await portal.admin.call(updateUser, { params, body: { name: 'Aslı' } });
    const after = expected.map((name) => (name === 'Öykü' ? 'Aslı' : name));
    expect(await names()).toEqual(sortByText(after, (name) => name));
    const records = await readExportedRecords(portal, exportUsers);
    expect(records.map(({ Name }) => Name)).toEqual(await names());
  });
});

test('the database sorts sort keys in the same order as JavaScript, for any strings', async ({
  portal,
}) => {
  const texts = [
    ...sorted,
    'a',
    'B',
    '𠮷',
    '\ufffd',
    'ﬀ',
    '😀',
    '\ue000',
    'z'.repeat(300),
    ' ',
    '!',
  ];
  const { db } = portal;
  const { group } = await createTestGroup(portal, { size: 1 });
  const row = await db.selectFrom('groups').selectAll().executeTakeFirstOrThrow();
  expect(row.sort_key).toBe(toSortKey(group.fypGroupName));
  for (const [index, text] of texts.entries()) {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const values = {
      name: text,
      name_key: `${index}`,
      sort_key: toSortKey(text),
      number: index + 2,
    };
    await db
      .insertInto('groups')
      .values({ ...row, id, ...values })
      .execute();
  }
  const stored = await db
    .selectFrom('groups')
    .select('name')
    .where('id', '!=', row.id)
    .orderBy('sort_key')
    .execute();
  expect(stored.map(({ name }) => name)).toEqual(
    texts.toSorted((a, b) => compareSortKeys(toSortKey(a), toSortKey(b))),
  );
});

test('no query sorts by a name or other displayed text, because SQLite and PostgreSQL sort strings differently', () => {
  const byText =
    /orderBy\('(?:\w+\.)?(?:name|name_key|title|roll|roll_key|program|category|supervisor)'/;
  const files = globSync('server/**/*.ts', { exclude: ['**/*.test.ts', 'server/test/**'] });
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => byText.test(readFileSync(file, 'utf8')))).toEqual([]);
});
