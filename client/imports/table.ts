/** A file's first sheet as text; `row` is the number that a spreadsheet shows. */
export type TableRow = { row: number; cells: string[] };
export type Table = {
  header: string[];
  rows: TableRow[];
  /** Its name, where the workbook has others that are not read. */
  sheet: string | undefined;
};

/** Why a file cannot be read, and what to do about it: shown as it is. */
export class TableError extends Error {}

/** What the portal's own CSV puts before a cell that a spreadsheet would run. */
const guard = /^'(?=[=+\-@])/;

/**
 * The first row that is not empty is the header; empty rows are left out. Throws `TableError`.
 */
export function tableOf(
  records: readonly (readonly string[])[],
  mostRows: number,
  sheet?: string,
): Table {
  const filled = records
    .map((cells, index) => ({
      row: index + 1,
      cells: cells.map((cell) => cell.trim().replace(guard, '')),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [header, ...rows] = filled;
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
  return { header: header.cells, rows, sheet };
}
