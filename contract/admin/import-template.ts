import { toNameKey } from '#contract/values/text.ts';
import type { ImportKind } from './imports.ts';

/** First cell of the template's row that lists the allowed values of each column. */
export const allowedValuesLabel = 'Allowed values';

/** Cells of the template's example row that identify it. The domain `.invalid` never belongs to a person. */
export const exampleMember = {
  name: 'Ayesha Khan (example)',
  email: 'ayesha.khan@example.invalid',
  roll: 'EXAMPLE-001',
};

/** Start of a cell that describes the format of a column in the row of allowed values. */
export const hintPrefix = 'such as ';

type Cells = Partial<Record<string, string | number>>;

const isEqual = (cell: string | number | undefined, text: string) =>
  toNameKey(String(cell ?? '')) === toNameKey(text);
const isEmpty = (cell: string | number | undefined) => String(cell ?? '').trim() === '';
const isHint = (cell: string | number | undefined) =>
  isEmpty(cell) || String(cell).startsWith(hintPrefix);

/** Returns true for an unchanged row of the template, which is no data: the example or the allowed values. */
export function isTemplateRow(kind: ImportKind, cells: Cells): boolean {
  if (isListOfAllowedValues(kind, cells)) return isEmpty(cells.email) && isHint(cells.roll);
  return (
    isEqual(cells.name, exampleMember.name) &&
    (isEqual(cells.email, exampleMember.email) || isEqual(cells.roll, exampleMember.roll))
  );
}

const isListOfAllowedValues = (kind: ImportKind, cells: Cells) =>
  isEqual(kind === 'users' ? cells.name : cells.group, allowedValuesLabel);

/** Returns the column and text of the error if a row still has cells of the template. An import refuses the row. */
export function findTemplateCell(
  kind: ImportKind,
  cells: Cells,
): { column: string; message: string } | undefined {
  if (isListOfAllowedValues(kind, cells)) {
    const column = kind === 'users' ? 'name' : 'group';
    const message = `“${allowedValuesLabel}” is a row of the template. Remove the row, or replace the text.`;
    return { column, message };
  }
  const [column] = Object.entries(exampleMember).find(([field, text]) =>
    isEqual(cells[field], text),
  ) ?? [undefined];
  if (column === undefined) return undefined;
  const message = `“${cells[column]}” is the example of the template. Remove the row, or replace the text.`;
  return { column, message };
}
