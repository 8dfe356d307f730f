import { normaliseListEntry, toNameKey } from './text.ts';

export const toListEntryKey = (text: string): string => toNameKey(normaliseListEntry(text));

export const isSameListEntry = (a: string, b: string): boolean =>
  a === b || toListEntryKey(a) === toListEntryKey(b);

/** Finds the entry with the same `toListEntryKey` as the text, and returns it as spelled in the list. */
export function findListEntry(list: readonly string[], text: string): string | undefined {
  if (list.includes(text)) return text;
  const key = toListEntryKey(text);
  return list.find((entry) => toListEntryKey(entry) === key);
}
