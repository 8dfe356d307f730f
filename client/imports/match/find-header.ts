import type { SheetRow } from '#client/imports/read/sheet.ts';
import type { ImportKind } from '#contract/admin/imports.ts';
import { matchColumns } from './match-columns.ts';

/** Number of rows that are searched for the header row. */
export const maxHeaderRows = 20;

const countFilled = ({ cells }: SheetRow) => cells.filter((cell) => cell.trim() !== '').length;

/** Finds the row with the most known titles. If none has two, finds the first at least half as full as the fullest. */
export function findHeader(rows: readonly SheetRow[], kind: ImportKind): number {
  const top = rows.slice(0, maxHeaderRows);
  const known = top.map(({ cells }) => Object.keys(matchColumns(cells, kind)).length);
  const most = Math.max(...known);
  if (most >= 2) return known.indexOf(most);
  const widest = Math.max(...top.map(countFilled));
  return top.findIndex((row) => countFilled(row) >= widest / 2);
}
