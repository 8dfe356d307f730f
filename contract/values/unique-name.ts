import { normaliseUnicode } from './normalise.ts';
import { foldCase } from './search-form.ts';

/** Confusable letters, by the letter that their upper case resembles: ν (Ν) is under n, not v (UTS #39, version 17). */
const confusables: Readonly<Record<string, string>> = {
  3: 'зӡ',
  a: 'ɑαаꭺꓮ',
  b: 'βвьꮟᏼꓐ',
  c: 'сᴄꮯꓚ',
  d: 'ԁꭰꮷꓒꓓ',
  e: 'εеҽꭼꓰ',
  f: 'ꓝ',
  g: 'ɡԍցꮐᏻꓖ',
  h: 'ηнһհꮋꮒꓧ',
  i: 'ɪιіꭵꙇ',
  j: 'ϳјꭻꓙ',
  k: 'κкꮶꓗ',
  l: 'ӏꮮꓡ',
  m: 'μмꮇꓟ',
  n: 'νոꓠ',
  o: 'οоօᴏꓳ',
  p: 'ρрꮲꓑ',
  q: 'ԛգզ',
  r: 'ꭱꮢꓣ',
  s: 'ѕտꜱꮥꮪꓢ',
  t: 'τтꭲꓔ',
  u: 'սᴜꓴ',
  v: 'ѵᴠꮩꓦ',
  w: 'ԝᴡꮃꮤꓪ',
  x: 'χхꓫ',
  y: 'υуүʏꭹꮍꓬ',
  z: 'ζᴢꮓꓜ',
  // Arabic and Urdu keyboards type different code points for these letters.
  ی: 'يى',
  ک: 'ك',
  ہ: 'ه',
  "'": '‘’ʼʻ′`',
  '"': '“”„″',
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212',
};
const plainLetters = new Map(
  Object.entries(confusables).flatMap(([plain, lookalikes]) =>
    [...lookalikes].map((letter) => [letter, plain] as const),
  ),
);

const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;
/** Matches invisible characters and the Arabic tatweel, which only elongates a word. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u0640]/gu;
/** Matches "i" with the combining dots that remain after lower-casing the Turkish İ. */
const dotsOnI = /i\u0307+/g;
const onlyDots = /^[. ]*$/;

/** Returns the key by which names must be unique, or '' for names without characters other than spaces and dots. */
export function toUniqueNameKey(name: string): string {
  const plain = normaliseUnicode('NFKD', name.replace(invisible, '')).replace(invisible, '');
  const folded = normaliseUnicode('NFKD', foldCase(plain)).replace(invisible, '');
  const key = [...folded.replace(arabicDigits, (digit) => `${(digit.codePointAt(0) ?? 0) & 15}`)]
    .map((letter) => plainLetters.get(letter) ?? letter)
    .join('')
    .replace(dotsOnI, 'i')
    .replace(/[\p{Z}\s]+/gu, ' ')
    .trim();
  return onlyDots.test(key) ? '' : key;
}
