import type { ColumnMatch } from './match/match-columns.ts';
import type { ImportTable, ImportTableRow } from './match/table.ts';

/** Columns whose values are the same in all rows of a group. */
const sharedFields = ['program', 'title', 'category', 'supervisor', 'externalExaminer'];

/**
 * Gives rows without a group the group of the row above, if nothing in their other columns contradicts this. A merged cell
 * has its text in its first row only. Returns the changed rows and their numbers.
 */
export function fillMergedGroups(table: ImportTable, match: ColumnMatch) {
  const column = match.group;
  const filledRows: number[] = [];
  if (column === undefined) return { table, filledRows };
  const read = ({ cells }: ImportTableRow, index: number | undefined) =>
    index === undefined ? '' : (cells[index] ?? '').trim().toLowerCase();
  let group = '';
  let shared: string[] = [];
  const rows = table.rows.map((row) => {
    const values = sharedFields.map((field) => read(row, match[field]));
    const isLikeAbove = values.every((value, index) => value === '' || value === shared[index]);
    if (read(row, column) !== '') {
      group = row.cells[column] ?? '';
      shared = values;
      return row;
    }
    // A row of another group ends the merged cell above it.
    if (!isLikeAbove) group = '';
    if (group === '') return row;
    filledRows.push(row.row);
    return { ...row, cells: row.cells.with(column, group) };
  });
  return { table: { ...table, rows }, filledRows };
}
