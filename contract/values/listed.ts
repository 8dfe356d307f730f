import { cleanListed, nameKey } from './text.ts';

export const listedKey = (text: string): string => nameKey(cleanListed(text));

/** Returns true if both texts are spellings of the same entry. */
export const isSameListed = (a: string, b: string): boolean =>
  a === b || listedKey(a) === listedKey(b);

/** Returns the entry in the spelling of the list, or undefined if the list does not contain it. */
export function findListEntry(list: readonly string[], text: string): string | undefined {
  if (list.includes(text)) return text;
  const key = listedKey(text);
  return list.find((entry) => listedKey(entry) === key);
}
