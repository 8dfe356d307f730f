import { describe, expect, test } from 'vitest';
import { semesterPart } from '#tools/test/small-scheme.ts';
import { assignPastedColumn, splitPastedText } from './pasted-column.ts';

const [proposal] = semesterPart.milestones;
if (!proposal) throw new Error('The part has milestones.');
const assign = (values: string[], rows = ['Amina', 'Bilal', 'Chen']) =>
  assignPastedColumn(values, rows, proposal);
const marksOf = (values: string[]) => assign(values).cells.map(({ marks }) => marks);

test('splitPastedText reads the lines and columns of each spreadsheet without the last line break', () => {
  expect(splitPastedText('7\r\n8\r\n')).toEqual([['7'], ['8']]);
  expect(splitPastedText('7\r8')).toEqual([['7'], ['8']]);
  expect(splitPastedText('F-1\t 7 \nF-2\t8\n')).toEqual([
    ['F-1', '7'],
    ['F-2', '8'],
  ]);
  expect(splitPastedText('7\n\n8\n\n')).toEqual([['7'], [''], ['8'], ['']]);
  expect(splitPastedText('7')).toEqual([['7']]);
});

describe('assignPastedColumn', () => {
  test('accepts a decimal comma or point, and 0', () => {
    expect(marksOf(['7,50', '8.5', '0'])).toEqual(['7.5', '8.5', '0']);
  });

  test('assigns no marks for an empty line', () => {
    expect(marksOf(['7', '', '9'])).toEqual(['7', undefined, '9']);
  });

  test('keeps the text of values above the total, below 0 or without a number, with an error', () => {
    const { cells } = assign(['11', '-1', '7 of 10']);
    expect(cells.map(({ marks }) => marks)).toEqual(['11', '-1', '7 of 10']);
    expect(cells.map(({ error }) => error)).toEqual([
      'Proposal: enter marks from 0 to 10.',
      'Proposal: enter marks from 0 to 10.',
      'Proposal: marks must be a number.',
    ]);
  });

  test('recognises a heading only if all other lines are numbers', () => {
    expect(assign(['Marks', '7', '8'])).toMatchObject({
      heading: 'Marks',
      cells: [
        { row: 'Amina', marks: '7' },
        { row: 'Bilal', marks: '8' },
      ],
      remainingRows: 1,
    });
    expect(assign(['absent', '7', 'ill']).heading).toBeUndefined();
    expect(assign(['absent', '']).heading).toBeUndefined();
  });

  test('reports values without a row and rows without a value', () => {
    expect(assign(['1', '2', '3', '4', ''])).toMatchObject({
      unusedValues: ['4'],
      remainingRows: 0,
    });
    expect(assign(['1'])).toMatchObject({ unusedValues: [], remainingRows: 2 });
  });
});
