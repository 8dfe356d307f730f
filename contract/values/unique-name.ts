import { normalise } from './normalise.ts';
import { foldCase } from './search-form.ts';

/**
 * Lower-case letters and digits of other scripts that are drawn like Latin ones, from Unicode's confusables (UTS #39,
 * version 17). Capitals decide, because they are drawn the same and not only alike: the Greek Ν is an "n", although its
 * small form resembles a "v".
 */
const drawnLike: Readonly<Record<string, string>> = {
  ...{ 3: 'зӡ', a: 'ɑαаꭺꓮ', b: 'βвьꮟᏼꓐ', c: 'сᴄꮯꓚ', d: 'ԁꭰꮷꓒꓓ', e: 'εеҽꭼꓰ', f: 'ꓝ' },
  ...{ g: 'ɡԍցꮐᏻꓖ', h: 'ηнһհꮋꮒꓧ', i: 'ɪιіꭵꙇ', j: 'ϳјꭻꓙ', k: 'κкꮶꓗ', l: 'ӏꮮꓡ', m: 'μмꮇꓟ' },
  ...{ n: 'νոꓠ', o: 'οоօᴏꓳ', p: 'ρрꮲꓑ', q: 'ԛգզ', r: 'ꭱꮢꓣ', s: 'ѕտꜱꮥꮪꓢ', t: 'τтꭲꓔ' },
  ...{ u: 'սᴜꓴ', v: 'ѵᴠꮩꓦ', w: 'ԝᴡꮃꮤꓪ', x: 'χхꓫ', y: 'υуүʏꭹꮍꓬ', z: 'ζᴢꮓꓜ' },
  // Urdu and Arabic keyboards write these letters differently.
  ...{ ی: 'يى', ک: 'ك', ہ: 'ه' },
  "'": '‘’ʼʻ′`',
  '"': '“”„″',
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212',
};
const drawn = new Map(
  Object.entries(drawnLike).flatMap(([plain, alike]) =>
    [...alike].map((letter) => [letter, plain] as const),
  ),
);

const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;
/** Also the Arabic tatweel, which only makes a word longer. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u0640]/gu;
/** Of the Turkish İ in lower case. */
const dotsOnI = /i\u0307+/g;
const onlyDots = /^[. ]*$/;

/**
 * Returns the key that a name is unique by: names have one key if they differ only in case, Unicode form, spaces,
 * invisible characters or letters that look the same. Accents count. Empty for what is no name: nothing visible, or
 * dots alone, which file systems take for a folder.
 */
export function uniqueNameKey(name: string): string {
  const plain = normalise('NFKD', name.replace(invisible, '')).replace(invisible, '');
  const folded = normalise('NFKD', foldCase(plain)).replace(invisible, '');
  const key = [...folded.replace(arabicDigits, (digit) => `${(digit.codePointAt(0) ?? 0) & 15}`)]
    .map((letter) => drawn.get(letter) ?? letter)
    .join('')
    .replace(dotsOnI, 'i')
    .replace(/[\p{Z}\s]+/gu, ' ')
    .trim();
  return onlyDots.test(key) ? '' : key;
}
