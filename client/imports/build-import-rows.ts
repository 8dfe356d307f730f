import { type ImportKind, importColumns } from '#contract/imports.ts';
import type { Match } from './match/match-columns.ts';
import type { Table } from './match/table.ts';

export type ImportRow = { row: number } & Record<string, string | number>;

/** Builds the rows of the import request. Each cell is keyed by the field that its column is matched to. */
export const buildImportRows = ({ rows }: Table, kind: ImportKind, match: Match): ImportRow[] =>
  rows.map(({ row, cells }) => ({
    row,
    ...Object.fromEntries(
      Object.keys(importColumns[kind]).map((field) => [field, cells[match[field] ?? -1] ?? '']),
    ),
  }));
