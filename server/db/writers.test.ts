import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderByTable, tableNames } from './schema.ts';
import type { Tables } from './tables.ts';

const root = join(import.meta.dirname, '../..');
const isProduct = (file: string) =>
  !/\.test\.ts$|\.matrix\.ts$|^server\/test\/|\/migrations\//.test(file);

const writes =
  /\b(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert into|delete from|update) (\w+) (?:\(|set\b|where\b)/g;

const findWrites = (file: string, source: string) =>
  [...source.matchAll(writes)].map(([, byKysely, bySql]) => {
    const table = (byKysely ?? bySql) as keyof Tables;
    return { file, table, folder: file.split('/')[1], writer: folderByTable.get(table) };
  });

test('each table is written only by the folder that declares it', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter(isProduct);
  const all = files.flatMap((file) => findWrites(file, readFileSync(join(root, file), 'utf8')));
  const strangers = all.filter(
    ({ file, folder, writer }) => folder !== writer && file !== 'server/db/lock-rows.ts',
  );
  expect(strangers).toEqual([]);
  const written = new Set(all.map(({ table }) => table));
  const readOnly = tableNames.filter((table) => !written.has(table));
  // Only earlier versions of the portal wrote to these tables.
  expect(readOnly.toSorted()).toEqual([
    'group_numbers',
    'login_failures',
    'muted_reminders',
    'network_failures',
  ]);
});

test('findWrites finds writes in Kysely calls and in SQL text', () => {
  const matches = findWrites(
    'server/x/y.ts',
    "db.updateTable( 'users') sql`delete from marks where 1`",
  );
  expect(matches.map(({ table }) => table)).toEqual(['users', 'marks']);
});
