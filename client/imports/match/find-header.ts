import type { SheetRow } from '#client/imports/read/sheet.ts';
import type { ImportKind } from '#contract/imports.ts';
import { matchColumns } from './match-columns.ts';

/** Number of rows at the top of a sheet that are searched for the header row. */
export const maxHeaderRows = 20;

const countFilled = ({ cells }: SheetRow) => cells.filter((cell) => cell.trim() !== '').length;

/**
 * Returns the index of the header row. This is the row near the top with the most known column titles, provided that
 * it has at least two. Otherwise, it is the first row with at least half as many filled cells as the fullest row, so
 * that a title above the list is skipped.
 */
export function findHeader(rows: readonly SheetRow[], kind: ImportKind): number {
  const top = rows.slice(0, maxHeaderRows);
  const known = top.map(({ cells }) => Object.keys(matchColumns(cells, kind)).length);
  const most = Math.max(...known);
  if (most >= 2) return known.indexOf(most);
  const widest = Math.max(...top.map(countFilled));
  return top.findIndex((row) => countFilled(row) >= widest / 2);
}
