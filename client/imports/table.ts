import type { Doubt, Sheet } from './read/sheet.ts';
import { TableError } from './table-error.ts';

/** A row below the header; `row` is the number that a spreadsheet program shows. */
export type TableRow = { row: number; cells: string[]; doubts: Doubt[] };
export type Table = {
  header: string[];
  rows: TableRow[];
  /** The name of the sheet, if the workbook has others that are not read. */
  sheet: string | undefined;
};

/** The apostrophe of the portal's own CSV before a cell that a spreadsheet program would run. */
const guard = /^'(?=[=+\-@])/;

/** Takes the first row as the header. Throws `TableError`. */
export function toTable(sheet: Sheet, mostRows: number): Table {
  const [header, ...rows] = sheet.rows.map(({ row, cells, doubts }) => ({
    row,
    cells: cells.map((cell) => cell.trim().replace(guard, '')),
    doubts,
  }));
  if (!header) throw new TableError('The file is empty. Choose one with a header and rows.');
  if (rows.length === 0) {
    throw new TableError('The file has no rows below its header. Add at least one.');
  }
  if (rows.length > mostRows) {
    const [count, most] = [rows.length, mostRows].map((number) => number.toLocaleString('en-GB'));
    throw new TableError(
      `The file has ${count} rows; at most ${most} are imported at a time. Divide the file.`,
    );
  }
  return {
    header: header.cells,
    rows,
    sheet: sheet.names.length > 1 ? sheet.name : undefined,
  };
}
