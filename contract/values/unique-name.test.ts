import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniqueNameKey } from './unique-name.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.constantFrom(...'İıiIßẞςσΣſŉǰΐﬁіιІكيه\u0307\u0301\u200b '), { maxLength: 12 }),
);
const textOf = (drawn: string | string[]) => (typeof drawn === 'string' ? drawn : drawn.join(''));

describe('the key that a name is unique by', () => {
  it.each([
    ['case, of the dotted and the dotless i', 'İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul'],
    ['case, of the sharp s', 'Straße', 'STRASSE', 'straẞe', 'strasse'],
    ['case, of the final sigma', 'ΣΊΣΥΦΟΣ', 'σίσυφος', 'Σίσυφοσ'],
    ['case, of a stroke', 'Łódź', 'łÓDŹ'],
    ['case, of an accented capital', 'Đặng', 'đẶNG'],
    ['accents in one character or two', 'Réseau', 'Re\u0301seau'],
    ['the order of combining marks', 'q\u0307\u0323', 'q\u0323\u0307'],
    ['ligatures', 'ﬁnal oﬃce', 'final office'],
    ['full-width letters and digits', 'ＧＲＯＵＰ　０１', 'Group 01'],
    ['Arabic presentation forms', '\ufee3\ufeb8\ufeae\ufeed\ufecb', 'مشروع'],
    ['Arabic and Urdu keyboards', 'علي كريم', 'علی کریم'],
    ['Arabic digits', 'گروپ ١٢', 'گروپ ۱۲', 'گروپ 12'],
    ['the tatweel', 'مـشـروع', 'مشروع'],
    ['zero-width characters', 'Ro\u200bbo\u200dts', 'Robots\ufeff', 'Ro\u2060bots'],
    ['a zero-width non-joiner', 'می\u200cروم', 'میروم'],
    ['a soft hyphen and a direction', 'Ro\u00adbots', '\u202aRobots\u202c'],
    ['spaces', 'Group  1', ' Group\u00a01', 'Group\u30001 ', 'Group\t1'],
    ['dashes', 'BSCS-2027-001', 'BSCS–2027—001', 'BSCS\u20112027\u2212001'],
    ['quotation marks', 'Ali’s “Lab”', 'Ali\'s "Lab"'],
    ['Cyrillic letters', 'АВСЕНКМОРТХ', 'ABCEHKMOPTX', 'авсенкмортх'],
    ['Greek letters', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'abezhikmnoptyx'],
    ['Armenian, Cherokee and Lisu letters', 'Տօ Ꭺꭼ ꓡꓳ', 'So AE lo'],
    ['mathematical letters', '𝐆𝓻𝕠𝖚𝗽', 'group'],
  ])('ignores %s', (_, first, ...others) => {
    for (const other of others) expect(uniqueNameKey(other), other).toBe(uniqueNameKey(first));
    expect(uniqueNameKey(first)).not.toBe('');
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
  ])('tells %s apart', (_, one, other) => {
    expect(uniqueNameKey(one)).not.toBe(uniqueNameKey(other));
  });

  it.each(['', '.', '..', ' . . ', '…', '．', '\u200b.\u2060', '\u3164', '\u2800\ufeff', '\u2024'])(
    'is empty for what is no name: %j',
    (text) => {
      expect(uniqueNameKey(text)).toBe('');
    },
  );

  it.each(['.NET', 'Vol. 2', '-', '?', '🚀'])('is not empty for the name %s', (name) => {
    expect(uniqueNameKey(name)).not.toBe('');
  });

  it('is its own key, and the key of every case and Unicode form of a name', () => {
    fc.assert(
      fc.property(anyText, (drawn) => {
        const name = textOf(drawn);
        // The iota below a letter is an accent, but in upper case a letter of its own.
        fc.pre(!name.normalize('NFKD').includes('\u0345'));
        const key = uniqueNameKey(name);
        expect(uniqueNameKey(key)).toBe(key);
        const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => name.normalize(form));
        for (const same of [...forms, name.toLowerCase(), name.toUpperCase(), ` ${name}\u200b`]) {
          expect(uniqueNameKey(same)).toBe(key);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same for each letter in both cases', () => {
    for (let point = 0; point < 0x1_0000; point += 1) {
      const letter = String.fromCodePoint(point);
      if (!/\p{L}/u.test(letter)) continue;
      const key = uniqueNameKey(letter);
      if (uniqueNameKey(letter.toUpperCase()) !== key)
        expect(letter).toBe('the same in upper case');
      if (uniqueNameKey(letter.toLowerCase()) !== key)
        expect(letter).toBe('the same in lower case');
    }
  });
});
