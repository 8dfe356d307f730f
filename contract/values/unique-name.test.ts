import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUniqueNameKey } from './unique-name.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.constantFrom(...'İıiIßẞςσΣſŉǰΐﬁіιІكيه\u0307\u0301\u200b '), { maxLength: 12 }),
);
const toText = (sample: string | string[]) =>
  typeof sample === 'string' ? sample : sample.join('');

describe('the unique key of a name', () => {
  it.each([
    ['the case of the dotted and the dotless i', 'İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul'],
    ['the case of the sharp s', 'Straße', 'STRASSE', 'straẞe', 'strasse'],
    ['the case of the final sigma', 'ΣΊΣΥΦΟΣ', 'σίσυφος', 'Σίσυφοσ'],
    ['the case of letters with a stroke', 'Łódź', 'łÓDŹ'],
    ['the case of accented letters', 'Đặng', 'đẶNG'],
    ['whether an accent is precomposed or combining', 'Réseau', 'Re\u0301seau'],
    ['the order of combining marks', 'q\u0307\u0323', 'q\u0323\u0307'],
    ['ligatures', 'ﬁnal oﬃce', 'final office'],
    ['full-width letters and digits', 'ＧＲＯＵＰ　０１', 'Group 01'],
    ['Arabic presentation forms', '\ufee3\ufeb8\ufeae\ufeed\ufecb', 'مشروع'],
    ['the difference between Arabic and Urdu keyboards', 'علي كريم', 'علی کریم'],
    ['the script of digits', 'گروپ ١٢', 'گروپ ۱۲', 'گروپ 12'],
    ['the tatweel', 'مـشـروع', 'مشروع'],
    ['zero-width characters', 'Ro\u200bbo\u200dts', 'Robots\ufeff', 'Ro\u2060bots'],
    ['zero-width non-joiners', 'می\u200cروم', 'میروم'],
    ['soft hyphens and bidirectional marks', 'Ro\u00adbots', '\u202aRobots\u202c'],
    ['the kind and number of spaces', 'Group  1', ' Group\u00a01', 'Group\u30001 ', 'Group\t1'],
    ['the kind of dash', 'BSCS-2027-001', 'BSCS–2027—001', 'BSCS\u20112027\u2212001'],
    ['the kind of quotation mark', 'Ali’s “Lab”', 'Ali\'s "Lab"'],
    ['confusable Cyrillic letters', 'АВСЕНКМОРТХ', 'ABCEHKMOPTX', 'авсенкмортх'],
    ['confusable Greek letters', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'abezhikmnoptyx'],
    ['confusable Armenian, Cherokee and Lisu letters', 'Տօ Ꭺꭼ ꓡꓳ', 'So AE lo'],
    ['mathematical letters', '𝐆𝓻𝕠𝖚𝗽', 'group'],
  ])('ignores %s', (_, first, ...variants) => {
    for (const name of variants) expect(toUniqueNameKey(name), name).toBe(toUniqueNameKey(first));
    expect(toUniqueNameKey(first)).not.toBe('');
  });

  it.each([
    ['accents', 'Résumé', 'Resume'],
    ['strokes', 'Łodz', 'Lodz'],
    ['spaces within a word', 'Group1', 'Group 1'],
    ['Latin letters and digits that resemble one another', 'Group 1', 'Group l'],
    ['a capital i and a small l', 'AI', 'Al'],
    ['zero and O', 'T0', 'TO'],
    ['punctuation', 'Team A+', 'Team A'],
    ['emoji', 'Rockets 🚀', 'Rockets'],
  ])('distinguishes %s', (_, a, b) => {
    expect(toUniqueNameKey(a)).not.toBe(toUniqueNameKey(b));
  });

  it.each(['', '.', '..', ' . . ', '…', '．', '\u200b.\u2060', '\u3164', '\u2800\ufeff', '\u2024'])(
    'is empty for the invalid name %j',
    (text) => {
      expect(toUniqueNameKey(text)).toBe('');
    },
  );

  it.each(['.NET', 'Vol. 2', '-', '?', '🚀'])('is not empty for the name %s', (name) => {
    expect(toUniqueNameKey(name)).not.toBe('');
  });

  it('is idempotent, and ignores case and the Unicode normalisation form', () => {
    fc.assert(
      fc.property(anyText, (sample) => {
        const name = toText(sample);
        // Skip the iota subscript, which is an accent in lower case but a separate letter in upper case.
        fc.pre(!name.normalize('NFKD').includes('\u0345'));
        const key = toUniqueNameKey(name);
        expect(toUniqueNameKey(key)).toBe(key);
        const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => name.normalize(form));
        for (const same of [...forms, name.toLowerCase(), name.toUpperCase(), ` ${name}\u200b`]) {
          expect(toUniqueNameKey(same)).toBe(key);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same for the upper-case and the lower-case form of each letter', () => {
    for (let point = 0; point < 0x1_0000; point += 1) {
      const letter = String.fromCodePoint(point);
      if (!/\p{L}/u.test(letter)) continue;
      const key = toUniqueNameKey(letter);
      if (toUniqueNameKey(letter.toUpperCase()) !== key)
        expect(letter).toBe('the same in upper case');
      if (toUniqueNameKey(letter.toLowerCase()) !== key)
        expect(letter).toBe('the same in lower case');
    }
  });
});
