import { normalise } from './normalise.ts';

const hidden = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Letters with a stroke and joined letters, which Unicode does not decompose, as people type them without. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't' },
  ...{ æ: 'ae', œ: 'oe', þ: 'th' },
};
const strokedLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/**
 * Returns the text without differences of case: "ß" equals "SS", "ı" equals "I", and "ς" equals "σ". Lower-casing
 * first turns "ẞ" into "ß", which becomes "SS" in upper case.
 */
export const foldCase = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** Returns a text as searches compare it, without case, accents and invisible characters. Stored search keys and terms are both in it. */
export function searchForm(text: string): string {
  const bare = (part: string) => normalise('NFKD', part).replace(hidden, '');
  return bare(foldCase(bare(text))).replace(
    strokedLetters,
    (letter) => plainLetters[letter] ?? letter,
  );
}
