import { type ImportKind, importColumns } from '#contract/admin/imports.ts';
import { getColumnTitle } from './match/get-column-title.ts';
import type { ColumnMatch } from './match/match-columns.ts';
import type { ImportTable } from './match/table.ts';

/** The user must confirm an ambiguous cell before the import or, if `isRefused`, correct it. */
export type CellWarning = { row: number; column: string; message: string; isRefused: boolean };

export function findAmbiguousCells(
  { rows }: ImportTable,
  kind: ImportKind,
  match: ColumnMatch,
): CellWarning[] {
  const fields = new Map(
    Object.keys(importColumns[kind]).flatMap((field) => {
      const index = match[field];
      return index === undefined ? [] : [[index, field] as const];
    }),
  );
  return rows.flatMap(({ row, cells, doubts }) =>
    doubts.flatMap(({ column: index, reason, advice, isRefused = false }) => {
      const column = fields.get(index);
      if (column === undefined) return [];
      const title = getColumnTitle(kind, column);
      const todo = advice ?? `Format the column as text and enter the ${title.toLowerCase()}.`;
      const cell = `Row ${row}, ${title}: ${reason}. ${todo}`;
      const text = cells[index] ?? '';
      const message = isRefused ? cell : `${cell} Otherwise “${text}” is imported.`;
      return [{ row, column, message, isRefused }];
    }),
  );
}
