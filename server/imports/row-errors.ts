import type { z } from 'zod';
import type { ImportRowError } from '#contract/admin/imports.ts';
import { Problem } from '#contract/problem.ts';

/** Converts the schema errors of a row to row errors, at most one per column. */
export function getRowErrors(row: number, error: Pick<z.ZodError, 'issues'>): ImportRowError[] {
  const first = new Map<string, ImportRowError>();
  for (const { path, message } of error.issues) {
    const column = String(path[0]);
    if (!first.has(column)) first.set(column, { row, column, message });
  }
  return [...first.values()];
}

export const sortByRow = (errors: readonly ImportRowError[]): ImportRowError[] =>
  errors.toSorted((a, b) => a.row - b.row);

/** Throws `invalid` if there are any errors. The problem's `fields` refer to rows by their index in the request. */
export function requireNoRowErrors(
  rows: readonly { row: number }[],
  errors: readonly ImportRowError[],
): void {
  const [first] = sortByRow(errors);
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

/** Returns an error for each row whose key occurs in an earlier row. Ignores empty keys. */
export function findRepeatedKeys<Item extends { row: number }>(
  items: readonly Item[],
  column: string,
  what: string,
  keyOf: (item: Item) => string,
): ImportRowError[] {
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

/** Maximum number of keys per query. Both databases accept more query parameters than this. */
const maxKeysPerQuery = 500;

export async function runInBatches<Found>(
  keys: readonly string[],
  find: (portion: string[]) => Promise<Found[]>,
): Promise<Found[]> {
  const results: Found[] = [];
  for (let start = 0; start < keys.length; start += maxKeysPerQuery) {
    results.push(...(await find(keys.slice(start, start + maxKeysPerQuery))));
  }
  return results;
}
