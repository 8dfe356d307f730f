import type { AmbiguousCell, Sheet } from '#client/imports/read/sheet.ts';
import type { ImportKind } from '#contract/admin/imports.ts';
import { maxImportRows } from '#contract/admin/imports.ts';
import { findHeader } from './find-header.ts';
import { TableError } from './table-error.ts';

/** `row` is the row number that a spreadsheet program displays. */
export type ImportTableRow = { row: number; cells: string[]; doubts: AmbiguousCell[] };
export type ImportTable = {
  header: string[];
  headerRow: number;
  rows: ImportTableRow[];
  /** Number of hidden rows below the header, whether or not `rows` includes them. */
  hiddenCount: number;
};

/** Returns the title of a column of the file. */
export const formatFileColumn = ({ header }: ImportTable, index: number): string =>
  header[index] || `Column ${index + 1}`;

export type TableLayout = { headerRow?: number; includesHidden?: boolean };

/** Matches the apostrophe that the portal's CSV export adds so that a cell is not evaluated as a formula. */
const guard = /^'(?=[=+\-@])/;

/** Omits hidden rows unless the layout includes them. Throws `TableError`. */
export function toTable(
  { rows: all }: Sheet,
  kind: ImportKind,
  layout: TableLayout = {},
): ImportTable {
  const chosenIndex = all.findIndex(({ row }) => row === layout.headerRow);
  const index = chosenIndex >= 0 ? chosenIndex : findHeader(all, kind);
  const header = all[index];
  if (!header) throw new TableError('The sheet is empty. Choose one with a header and rows.');
  const below = all.slice(index + 1);
  const hiddenCount = below.filter(({ isHidden }) => isHidden).length;
  const rows = layout.includesHidden ? below : below.filter(({ isHidden }) => !isHidden);
  if (rows.length === 0) {
    const hidden = `${hiddenCount.toLocaleString('en-GB')} hidden ${hiddenCount === 1 ? 'row' : 'rows'}`;
    throw new TableError(
      hiddenCount > 0
        ? `The file has only ${hidden} below its header. Include them, or show them in the file.`
        : 'The file has no rows below its header. Add at least one.',
    );
  }
  if (rows.length > maxImportRows) {
    const [count, maxRows] = [rows.length, maxImportRows].map((count) =>
      count.toLocaleString('en-GB'),
    );
    throw new TableError(
      `The file has ${count} rows. Split it into files of up to ${maxRows} rows.`,
    );
  }
  const clean = (cells: readonly string[]) => cells.map((cell) => cell.trim().replace(guard, ''));
  return {
    header: clean(header.cells),
    headerRow: header.row,
    rows: rows.map(({ row, cells, doubts }) => ({ row, cells: clean(cells), doubts })),
    hiddenCount,
  };
}
