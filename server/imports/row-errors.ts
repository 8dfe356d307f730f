import type { z } from 'zod';
import type { RowError } from '#contract/imports.ts';
import { Problem } from '#contract/problem.ts';

/** What a schema says of a row's cells, one error a column. */
export function errorsIn(row: number, error: Pick<z.ZodError, 'issues'>): RowError[] {
  const first = new Map<string, RowError>();
  for (const { path, message } of error.issues) {
    const column = String(path[0]);
    if (!first.has(column)) first.set(column, { row, column, message });
  }
  return [...first.values()];
}

export const byRow = (errors: readonly RowError[]): RowError[] =>
  errors.toSorted((a, b) => a.row - b.row);

/** Refuses everything for any error. Throws `invalid`, with the errors by their place among the rows sent. */
export function refuseErrors(rows: readonly { row: number }[], errors: readonly RowError[]): void {
  const [first] = byRow(errors);
  if (!first) return;
  const places = new Map(rows.map(({ row }, index) => [row, index]));
  const fields: Record<string, string> = {};
  for (const { row, column, message } of errors) {
    fields[`rows.${places.get(row)}.${column}`] ??= message;
  }
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  const message = `Nothing was imported: the file has ${count}. Row ${first.row}: ${first.message}`;
  throw new Problem('invalid', message, { fields });
}

/** Each later row that has the same key as an earlier one; empty keys are none. */
export function repeats<Item extends { row: number }>(
  items: readonly Item[],
  column: string,
  what: string,
  keyOf: (item: Item) => string,
): RowError[] {
  const seen = new Map<string, number>();
  return items.flatMap((item) => {
    const key = keyOf(item);
    const earlier = seen.get(key);
    if (key !== '' && earlier === undefined) seen.set(key, item.row);
    if (key === '' || earlier === undefined) return [];
    const message = `Rows ${earlier} and ${item.row} have the same ${what}. Correct one of them, or remove it.`;
    return [{ row: item.row, column, message }];
  });
}

/** Below what one query may name. */
const namedAtOnce = 500;

/** Asks in portions, and gives all that was found. */
export async function inPortionsOf<Found>(
  keys: readonly string[],
  find: (portion: string[]) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < keys.length; start += namedAtOnce) {
    found.push(...(await find(keys.slice(start, start + namedAtOnce))));
  }
  return found;
}
