import { cleanListed, nameKey } from './text.ts';

/** Returns what two entries of lists are compared by: a name's key, without invisible characters. */
export const listedKey = (text: string): string => nameKey(cleanListed(text));

/** Returns true for two spellings of one entry. */
export const isSameListed = (one: string, other: string): boolean =>
  one === other || listedKey(one) === listedKey(other);

/** Returns the entry as the list spells it; undefined if the list does not have it. */
export function findListed(list: readonly string[], text: string): string | undefined {
  if (list.includes(text)) return text;
  const key = listedKey(text);
  return list.find((entry) => listedKey(entry) === key);
}
