import { type ImportKind, importColumns } from '#contract/imports.ts';
import type { Match } from './match-columns.ts';
import type { Table } from './table.ts';
import { titleOf } from './title-of.ts';

/** A cell of the file that the user has to look at before it is imported. */
export type CellDoubt = { row: number; column: string; message: string; isRefused: boolean };

/** Returns the doubtful cells of the columns that are imported, in the order of the file. */
export function doubtsIn({ rows }: Table, kind: ImportKind, match: Match): CellDoubt[] {
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
      const title = titleOf(kind, column);
      const todo = advice ?? `Format the column as text and write the ${title.toLowerCase()}.`;
      const cell = `Row ${row}, ${title}: ${reason}. ${todo}`;
      const text = cells[index] ?? '';
      const message = isRefused ? cell : `${cell} Otherwise “${text}” is imported.`;
      return [{ row, column, message, isRefused }];
    }),
  );
}
