import { expect, test } from 'vitest';
import { buildImportRows } from '#client/imports/build-import-rows.ts';
import { importColumns } from '#contract/admin/imports.ts';
import { findMissingColumns, matchColumns } from './match-columns.ts';

test('matchColumns matches the titles of the import template in any order', () => {
  for (const kind of ['users', 'groups'] as const) {
    const titles = Object.values<string>(importColumns[kind]).toReversed();
    const match = matchColumns(titles, kind);
    for (const [field, title] of Object.entries(importColumns[kind])) {
      expect(titles[match[field] ?? -1]).toBe(title);
    }
    expect(findMissingColumns(kind, match)).toEqual([]);
  }
});

test.for([
  ['E-mail', 'email'],
  ['Roll No', 'roll'],
  ['roll_no.', 'roll'],
  ['Father’s name', 'fathername'],
  ["FATHER'S NAME", 'fathername'],
  ['Project Title', 'title'],
  ['Student Name', 'name'],
  ['Mobile number', 'phone'],
  ['Group #', 'group'],
  ['Programme', 'program'],
  ['External Examiner', 'externalExaminer'],
  ['Examiner', 'externalExaminer'],
])('matchColumns matches the title “%s” to the field “%s”', ([title, field]) => {
  expect(matchColumns([`${title}`], 'groups')).toEqual({ [`${field}`]: 0 });
});

test('matchColumns prefers a title of the import template over a synonym and ignores unknown titles', () => {
  const match = matchColumns(['Sr', 'Name', 'Full name', 'Remarks'], 'groups');
  expect(match).toEqual({ name: 2 });
  expect(findMissingColumns('users', matchColumns(['Name', 'Mail'], 'users'))).toEqual(['Role']);
});

test('a group import requires a group column and either an email or a roll number column', () => {
  expect(findMissingColumns('groups', matchColumns(['Title', 'Phone'], 'groups'))).toEqual([
    'Group',
    'Roll number or Email',
  ]);
  expect(findMissingColumns('groups', matchColumns(['Group', 'Mail'], 'groups'))).toEqual([]);
});

test('buildImportRows keys cells by field name and fills missing cells with empty strings', () => {
  const rows = [
    { row: 2, cells: ['faculty', 'A'], doubts: [] },
    { row: 5, cells: ['student'], doubts: [] },
  ];
  const table = { header: ['Role', 'Name'], headerRow: 1, rows, hiddenCount: 0 };
  expect(buildImportRows(table, 'users', { role: 0, name: 1 })).toEqual([
    { row: 2, name: 'A', email: '', role: 'faculty' },
    { row: 5, name: '', email: '', role: 'student' },
  ]);
});
