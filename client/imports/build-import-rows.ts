import { type ImportKind, importColumns } from '#contract/admin/imports.ts';
import type { ColumnMatch } from './match/match-columns.ts';
import type { ImportTable } from './match/table.ts';

export type ImportRow = { row: number } & Record<string, string | number>;

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
