import { expect, test } from 'vitest';
import { getNextGridPosition } from './use-grid.ts';

const size = { rows: 30, columns: 8 };
const after = (key: string, ctrlKey = false) =>
  getNextGridPosition({ key, ctrlKey, metaKey: false }, { row: 4, column: 3 }, size);

test('getNextGridPosition moves by a cell (arrow keys), by a page (Page Up/Down) or to an edge (Home, End, Ctrl), but never past an edge', () => {
  expect(after('ArrowUp')).toEqual({ row: 3, column: 3 });
  expect(after('ArrowRight')).toEqual({ row: 4, column: 4 });
  expect(after('Home')).toEqual({ row: 4, column: 0 });
  expect(after('End')).toEqual({ row: 4, column: 7 });
  expect(after('PageUp')).toEqual({ row: 0, column: 3 });
  expect(after('PageDown')).toEqual({ row: 14, column: 3 });
  expect(after('End', true)).toEqual({ row: 29, column: 7 });
  expect(after('ArrowUp', true)).toEqual({ row: -1, column: 3 });
  expect(after('a')).toBeUndefined();
  expect(
    getNextGridPosition(
      { key: 'ArrowUp', ctrlKey: false, metaKey: false },
      { row: -1, column: 0 },
      size,
    ),
  ).toEqual({ row: -1, column: 0 });
});
