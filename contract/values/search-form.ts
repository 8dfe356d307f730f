import { normaliseUnicode } from './normalise.ts';

/** Matches accents, invisible characters and the Arabic tatweel, which only elongates a word. */
const hidden = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u0640]/gu;

/** Plain spellings and the characters that they replace: letters without a Unicode decomposition, keyboard variants. */
const spellings: Readonly<Record<string, string>> = {
  l: 'ł',
  o: 'ø',
  d: 'đð',
  h: 'ħ',
  t: 'ŧ',
  ae: 'æ',
  oe: 'œ',
  th: 'þ',
  ی: 'يى',
  ک: 'ك',
  ہ: 'هھەةۃ',
  "'": '‘’ʼʻ′`',
  '"': '“”„',
  '-': '\u2010\u2012\u2013\u2014\u2015\u2212',
};
const plainSpelling = new Map(
  Object.entries(spellings).flatMap(([plain, variants]) =>
    [...variants].map((character) => [character, plain] as const),
  ),
);
const otherSpellings = new RegExp(`[${[...plainSpelling.keys()].join('')}]`, 'g');

/** Matches text that only needs conversion to lower case: ASCII without backticks, which become apostrophes. */
const simple = /^[\0-_a-\x7f]*$/;

const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

const toLatinDigits = (text: string): string =>
  text.replace(arabicDigits, (digit) => `${digit.charCodeAt(0) & 15}`);

/** Folds case, so that "ß" equals "SS", "ı" equals "I", and "ς" equals "σ". Lower-cases first to turn "ẞ" into "ß". */
export const foldCase = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** Lower-cases text, removes accents and invisible characters, and replaces variants by their plain spelling. */
export function normaliseForSearch(text: string): string {
  if (simple.test(text)) return text.toLowerCase();
  const bare = (part: string) => normaliseUnicode('NFKD', part).replace(hidden, '');
  return toLatinDigits(bare(foldCase(bare(text)))).replace(
    otherSpellings,
    (character) => plainSpelling.get(character) ?? character,
  );
}

/** Returns the first eight words of a query, normalised for searching. */
export const parseSearchTerms = (q = ''): string[] =>
  normaliseForSearch(q).split(/\s+/).filter(Boolean).slice(0, 8);

/** Returns true if each word occurs in at least one of the texts. The words must already be normalised. */
export function matchesSearchTerms(words: readonly string[], texts: readonly string[]): boolean {
  if (words.length === 0) return true;
  const form = normaliseForSearch(texts.join('\n'));
  return words.every((word) => form.includes(word));
}
