import { Problem } from '#contract/problem.ts';
import type { RootField } from './kit/fields.ts';
import { getDateOrder, sortByDate, toRequestValue } from './kit/values.ts';

/**
 * Adds the prefix `value` to the server's field paths, because the form wraps the setting in an object. `order` contains
 * the form's index of each sent item if the items were sorted.
 */
function prefixPaths(error: unknown, order: readonly number[] | undefined): unknown {
  if (!(error instanceof Problem) || !error.details.fields) return error;
  const fields = Object.entries(error.details.fields).map(([path, message]) => [
    `value.${path.replace(/^\d+/, (index) => String(order?.[Number(index)] ?? index))}`,
    message,
  ]);
  return new Problem(error.code, error.message, {
    ...error.details,
    fields: Object.fromEntries(fields),
  });
}

/** Returns the value to send, and a function that refers the server's errors to the fields of the form. */
export function buildSettingRequest(field: RootField, value: unknown) {
  const isSorted = field.kind === 'list' && field.sortedBy !== undefined && Array.isArray(value);
  const order = isSorted ? getDateOrder(field, value) : undefined;
  return {
    value: toRequestValue(field, sortByDate(field, value)),
    toFormError: (error: unknown) => prefixPaths(error, order),
  };
}
