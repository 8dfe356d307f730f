import { cleanListed, nameKey } from './text.ts';

export const listedKey = (text: string): string => nameKey(cleanListed(text));

/** Returns true if the two strings are spellings of the same list entry. */
export const isSameListed = (a: string, b: string): boolean =>
  a === b || listedKey(a) === listedKey(b);

/** Returns the matching entry as spelled in the list, or undefined if the list does not contain it. */
export function findListEntry(list: readonly string[], text: string): string | undefined {
  if (list.includes(text)) return text;
  const key = listedKey(text);
  return list.find((entry) => listedKey(entry) === key);
}
