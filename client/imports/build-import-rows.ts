import { isTemplateRow } from '#contract/admin/import-template.ts';
import { type ImportKind, importColumns } from '#contract/admin/imports.ts';
import type { ColumnMatch } from './match/match-columns.ts';
import type { ImportTable } from './match/table.ts';

export type ImportRow = { row: number } & Record<string, string | number>;

/** Omits the rows of the template that are no data, and returns their row numbers. */
export function leaveOutTemplateRows(table: ImportTable, kind: ImportKind, match: ColumnMatch) {
  const templateRows = new Set(
    buildImportRows(table, kind, match).flatMap(({ row, ...cells }) =>
      isTemplateRow(kind, cells) ? [row] : [],
    ),
  );
  const rows = table.rows.filter(({ row }) => !templateRows.has(row));
  return { table: { ...table, rows }, templateRows: [...templateRows] };
}

/** Stores each cell under the field to which its column is matched. */
export const buildImportRows = (
  { rows }: ImportTable,
  kind: ImportKind,
  match: ColumnMatch,
): ImportRow[] =>
  rows.map(({ row, cells }) => ({
    row,
    ...Object.fromEntries(
      Object.keys(importColumns[kind]).map((field) => [field, cells[match[field] ?? -1] ?? '']),
    ),
  }));
