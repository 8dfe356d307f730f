import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Tables, tableFacts } from './tables.ts';

const root = join(import.meta.dirname, '../..');
const isProduct = (file: string) =>
  !/\.test\.ts$|\.matrix\.ts$|^server\/(test|db\/migrations)\//.test(file);

/** A query that writes a table which it names, by Kysely or in SQL of its own. */
const writes =
  /\b(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert into|delete from|update) (\w+) (?:\(|set\b|where\b)/g;

const writersOf = (file: string, source: string) =>
  [...source.matchAll(writes)].map(([, byKysely, bySql]) => {
    const table = (byKysely ?? bySql) as keyof Tables;
    return { file, table, folder: file.split('/')[1], writer: tableFacts[table]?.writer };
  });

test('a table is written by the folder that declares to be its writer, and by no other', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter(isProduct);
  const all = files.flatMap((file) => writersOf(file, readFileSync(join(root, file), 'utf8')));
  const strangers = all.filter(
    ({ file, folder, writer }) => folder !== writer && file !== 'server/db/lock-rows.ts',
  );
  expect(strangers).toEqual([]);
  const written = new Set(all.map(({ table }) => table));
  const readOnly = Object.keys(tableFacts).filter((table) => !written.has(table as keyof Tables));
  // Nothing writes the tables of earlier versions any more.
  expect(readOnly.toSorted()).toEqual([
    'group_numbers',
    'login_failures',
    'muted_reminders',
    'network_failures',
  ]);
});

test('a query that writes is found in every form that the server uses', () => {
  const found = writersOf(
    'server/x/y.ts',
    "db.updateTable( 'users') sql`delete from marks where 1`",
  );
  expect(found.map(({ table }) => table)).toEqual(['users', 'marks']);
});
