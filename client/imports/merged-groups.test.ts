import { describe, expect, it } from 'vitest';
import { buildXlsxFile } from '#tools/test/files/spreadsheet-files.ts';
import { matchColumns } from './match/match-columns.ts';
import { toTable } from './match/table.ts';
import { fillMergedGroups } from './merged-groups.ts';
import { readSpreadsheetFile } from './read/read-file.ts';

const header = ['Group', 'Title', 'Supervisor', 'Name'];
const rows = [
  ['', 'Drones', 'Dr Khan', 'Nobody above'],
  ['G1', 'Robots', 'Dr Ali', 'Ayesha'],
  ['', '', '', 'Bilal'],
  ['', 'robots', 'Dr Ali ', 'Chandni'],
  ['', 'Drones', 'Dr Ali', 'Another project'],
  ['', '', '', 'After another project'],
  ['G2', '', 'Dr Sana', 'Dawud'],
  ['', 'Sensors', '', 'A title of its own'],
];
const csv = [header, ...rows].map((cells) => cells.join(',')).join('\n');
const text = (content: string) =>
  content ? `<c t="inlineStr"><is><t>${content}</t></is></c>` : '<c/>';
const sheet = [header, ...rows]
  .map((cells, index) => `<row r="${index + 1}">${cells.map(text).join('')}</row>`)
  .join('');

describe('rows without a group', () => {
  it.for([
    ['blank cells of a CSV file', () => new Blob([csv])],
    [
      'merged cells of a workbook',
      () => new Blob([buildXlsxFile([{ name: 'List', rows: sheet }])]),
    ],
  ] as const)('get the group of the row above if nothing contradicts it: %s', async ([, build]) => {
    const table = toTable(await readSpreadsheetFile(build()), 'groups');
    const filled = fillMergedGroups(table, matchColumns(table.header, 'groups'));
    expect(filled.filledRows).toEqual([4, 5]);
    expect(filled.table.rows.map(({ cells }) => cells[0])).toEqual([
      ...['', 'G1', 'G1', 'G1', '', '', 'G2', ''],
    ]);
  });
});
