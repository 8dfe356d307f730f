import type { ImportKind } from '#contract/imports.ts';
import { mostImportRows } from '#contract/imports.ts';
import { findHeader } from './find-header.ts';
import type { Doubt, Sheet } from './read/sheet.ts';
import { TableError } from './table-error.ts';

/** A row below the header; `row` is the number that a spreadsheet program shows. */
export type TableRow = { row: number; cells: string[]; doubts: Doubt[] };
export type Table = {
  header: string[];
  headerRow: number;
  rows: TableRow[];
  /** How many rows below the header are hidden, whether they are included or not. */
  hiddenCount: number;
};

/** The header row, and whether hidden rows are included, as the user chose. */
export type Layout = { headerRow?: number; includesHidden?: boolean };

/** The apostrophe of the portal's own CSV before a cell that a spreadsheet program would run. */
const guard = /^'(?=[=+\-@])/;

/** Returns the rows below the header; hidden rows are left out unless they are chosen. Throws `TableError`. */
export function toTable({ rows: all }: Sheet, kind: ImportKind, layout: Layout = {}): Table {
  const chosen = all.findIndex(({ row }) => row === layout.headerRow);
  const index = chosen >= 0 ? chosen : findHeader(all, kind);
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
  if (rows.length > mostImportRows) {
    const [count, most] = [rows.length, mostImportRows].map((one) => one.toLocaleString('en-GB'));
    throw new TableError(
      `The file has ${count} rows; at most ${most} are imported at a time. Divide the file.`,
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
