import { describe, expect } from 'vitest';
import { listTables } from '#server/backup/places.ts';
import { test } from '#server/test/portal.ts';
import { migrationNames } from './migrate.ts';
import { listForeignKeys, sortTablesByForeignKeys } from './references.ts';
import { tableNames } from './schema.ts';

describe('the tables that the folders of `server` declare', () => {
  test('match the tables of the database exactly', async ({ portal }) => {
    expect(tableNames.toSorted()).toEqual((await listTables(portal.db)).toSorted());
  });
});

test('each migration has a unique number, and the migrations are sorted by number', () => {
  const numbers = migrationNames.map((name) => name.slice(0, 5));
  expect(numbers.filter((number) => !/^\d{4}-$/.test(number))).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual(numbers.toSorted());
});

test('sortTablesByForeignKeys puts each table after the tables to which its foreign keys refer', async ({
  portal,
}) => {
  const references = await listForeignKeys(portal.db);
  expect(references).toContainEqual({ table: 'marks', column: 'member_id', parent: 'members' });
  const sorted = await sortTablesByForeignKeys(portal.db, tableNames.toReversed());
  expect(sorted.toSorted()).toEqual(tableNames.toSorted());
  const misplaced = references.filter(
    ({ table, parent }) =>
      table !== parent &&
      !sorted.slice(0, sorted.indexOf(table as never)).includes(parent as never),
  );
  expect(misplaced).toEqual([]);
  expect(await sortTablesByForeignKeys(portal.db, ['marks', 'groups'])).toEqual([
    'marks',
    'groups',
  ]);
});
