import { describe, expect, it } from 'vitest';
import type { Sheet } from '#client/imports/read/sheet.ts';
import { toTable } from './table.ts';

const sheetOf = (...lines: string[]): Sheet => ({
  names: [],
  rows: lines.map((line, index) => ({
    row: index + 1,
    isHidden: line.startsWith('*'),
    cells: line.replace('*', '').split('|'),
    doubts: [],
  })),
});

describe('the header row', () => {
  it.for<[name: string, header: number, lines: string[]]>([
    ['in the first row', 1, ['Name|Email|Role', 'A|a@b.test|student']],
    ['below a title', 3, ['Department list', 'Session|2026', 'Name|Mail|Role', 'A|a@b.test|x']],
    ['below a title with a known word', 2, ['Name of the list', 'Name|Email', 'A|a@b.test']],
    ['in a hidden row', 2, ['List', '*Name|Email', 'A|a@b.test']],
    ['of unknown titles', 2, ['List', 'Vorname|Post|Amt', 'A|a@b.test|x', 'B|b@b.test|x']],
    ['of one column', 1, ['Email', 'a@b.test', 'b@b.test']],
    ['above rows with more cells', 1, ['Name|Email', 'A|a@b.test|x|y']],
  ])('is detected %s', ([, header, lines]) => {
    expect(toTable(sheetOf(...lines), 'users').headerRow).toBe(header);
  });

  it('is the row that the user selects, even if another row would be detected', () => {
    const sheet = sheetOf('Name|Email', 'Nom|Courriel', 'A|a@b.test');
    const { header, rows } = toTable(sheet, 'users', { headerRow: 2 });
    expect([header, rows.map(({ row }) => row)]).toEqual([['Nom', 'Courriel'], [3]]);
  });
});

describe('hidden rows of an imported sheet', () => {
  const sheet = sheetOf('*Name|Email', 'A|a@b.test', '*B|b@b.test', '*C|c@b.test', 'D|d@b.test');
  it('are excluded by default, but their number is returned', () => {
    const { rows, hiddenCount } = toTable(sheet, 'users');
    expect([rows.map(({ row }) => row), hiddenCount]).toEqual([[2, 5], 2]);
  });

  it('are included if the user chooses to include them', () => {
    const { rows, hiddenCount } = toTable(sheet, 'users', { includesHidden: true });
    expect([rows.map(({ row }) => row), hiddenCount]).toEqual([[2, 3, 4, 5], 2]);
  });

  it('are mentioned in the error if all rows below the header are hidden', () => {
    const hidden = sheetOf('Name|Email', '*A|a@b.test');
    expect(() => toTable(hidden, 'users')).toThrow(/1 hidden row/);
  });
});
