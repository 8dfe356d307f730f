import { expect, test } from 'vitest';
import { importColumns } from '#contract/imports.ts';
import { matchColumns, rowsToSend, unmatched } from './match-columns.ts';

test('the template’s own titles are matched, in any order', () => {
  for (const kind of ['users', 'groups'] as const) {
    const titles = Object.values<string>(importColumns[kind]).toReversed();
    const match = matchColumns(titles, kind);
    for (const [field, title] of Object.entries(importColumns[kind])) {
      expect(titles[match[field] ?? -1]).toBe(title);
    }
    expect(unmatched(kind, match)).toEqual([]);
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
])('the column %s is the field %s', ([title, field]) => {
  expect(matchColumns([`${title}`], 'groups')).toEqual({ [`${field}`]: 0 });
});

test('a column fills one field only, and what fits nothing fills none', () => {
  const match = matchColumns(['Sr', 'Name', 'Full name', 'Remarks'], 'groups');
  expect(match).toEqual({ name: 2 });
  expect(unmatched('users', matchColumns(['Name', 'Mail'], 'users'))).toEqual(['Role']);
});

test('a file of groups needs a column of groups and one that tells members apart', () => {
  expect(unmatched('groups', matchColumns(['Title', 'Phone'], 'groups'))).toEqual([
    'Group',
    'Roll number or Email',
  ]);
  expect(unmatched('groups', matchColumns(['Group', 'Mail'], 'groups'))).toEqual([]);
});

test('cells are sent by field, empty where a row is shorter or a field has no column', () => {
  const rows = [
    { row: 2, cells: ['faculty', 'A'], doubts: [] },
    { row: 5, cells: ['student'], doubts: [] },
  ];
  const table = { header: ['Role', 'Name'], headerRow: 1, rows, hiddenCount: 0 };
  expect(rowsToSend(table, 'users', { role: 0, name: 1 })).toEqual([
    { row: 2, name: 'A', email: '', role: 'faculty' },
    { row: 5, name: '', email: '', role: 'student' },
  ]);
});
