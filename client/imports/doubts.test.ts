import { describe, expect, it } from 'vitest';
import { buildXlsxFile } from '#tools/test/files/spreadsheet-files.ts';
import { findAmbiguousCells } from './doubts.ts';
import { matchColumns } from './match/match-columns.ts';
import { toTable } from './match/table.ts';
import { readSpreadsheetFile } from './read/read-file.ts';

const text = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`;

/** `roll` is the XML of the roll number cell in row 5. */
async function doubtsOf(roll: string) {
  const rows = `<row r="4">${['Group', 'Remarks', 'Roll No'].map(text).join('')}</row><row r="5">${text('1')}<c s="1"><v>44623</v></c>${roll}</row>`;
  const file = buildXlsxFile([{ name: 'Groups', rows }], { formats: ['dd/mm/yyyy'] });
  const table = toTable(await readSpreadsheetFile(new Blob([file])), 'groups');
  return findAmbiguousCells(table, 'groups', matchColumns(table.header, 'groups'));
}

describe('an ambiguous cell', () => {
  it('is reported with its row, its column and advice on correcting it', async () => {
    expect(await doubtsOf('<c s="1"><v>44623</v></c>')).toEqual([
      {
        row: 5,
        column: 'roll',
        message:
          'Row 5, Roll number: the cell contains the date 3 March 2022. Format the column as text and enter the roll number. Otherwise “03/03/2022” is imported.',
        isRefused: false,
      },
    ]);
  });

  it('must be corrected if it contains an error value such as #REF!', async () => {
    expect(await doubtsOf('<c t="e"><v>#REF!</v></c>')).toMatchObject([
      {
        isRefused: true,
        message:
          'Row 5, Roll number: the cell contains the error #REF!. Correct the formula, or enter the value.',
      },
    ]);
  });

  it('is not reported if its column is not imported', async () => {
    expect(await doubtsOf(text('F22-BCS-015'))).toEqual([]);
  });
});
