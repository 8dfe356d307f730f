import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSortKeys, sortByText, toSortKey } from './sort-key.ts';

const compare = (a: string, b: string) => compareSortKeys(toSortKey(a), toSortKey(b));

describe('sortByText', () => {
  it.each([
    ['accented letters beside the plain letter', ['Bilal', 'Çağla', 'Çetin', 'Daniyal']],
    ['numbers by their value', ['BSSE-2027-9', 'BSSE-2027-101', 'BSSE-2027-1000', 'BSSE-2028-1']],
    [
      'numbers with many digits by their value',
      ['A 9', 'A 10', 'A 999999999', 'A 1000000000', `A ${10n ** 40n}`],
    ],
    ['numbers in Urdu digits by their value', ['گروپ ۲', 'گروپ 9', 'گروپ ۱۰', 'گروپ 11']],
    ['numbers with leading zeros by their value', ['F22-007', 'F22-7', 'F22-8', 'F22-010']],
    [
      'texts by case and accents only if they are equal otherwise',
      ['résumé 1', 'Resume 2', 'resume 3'],
    ],
    ['a text before longer texts with the same start', ['Ali', 'Ali Khan', 'Alia']],
    [
      'Urdu texts in alphabetical order',
      ['احمد', 'بلال', 'پرویز', 'ثناء', 'چوہدری', 'ڈار', 'کامران', 'گل', 'یاسر'],
    ],
    ['Russian texts in alphabetical order', ['Анна', 'Елена', 'Ирина', 'Яна']],
    ['ə after e, ŋ after n', ['Ezgi', 'Əliyev', 'Fatma', 'Nzinga', 'Ŋoma', 'Omar']],
    ['other scripts after Latin', ['Zoya', 'Ωmega', 'Яна', 'علی', '張偉', '𠮷野']],
  ])('sorts %s', (_, sorted) => {
    expect(sortByText(sorted.toReversed(), (text) => text)).toEqual(sorted);
  });

  it('sorts Latin, Greek and Arabic letters in the order of Unicode’s root collation', () => {
    const root = new Intl.Collator('und', { sensitivity: 'base', numeric: true });
    const letters = fc.constantFrom(
      ...'abcçdefgğhiklmnñoöpqrstuüvwxyzABÉ0123456789 αβγδωابپتٹجچدڈرڑسشفقکگلمنویے',
    );
    const words = fc.array(letters, { maxLength: 8 }).map((drawn) => drawn.join('').trim());
    fc.assert(
      fc.property(words, words, (a, b) => {
        const expected = root.compare(a.replace(/ +/g, ' '), b.replace(/ +/g, ' '));
        if (expected !== 0) expect(compare(a, b)).toBe(Math.sign(expected));
      }),
      { numRuns: 5000 },
    );
  });

  it('uses sort keys that have the same order in UTF-16 and in UTF-8', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    );
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const [key, otherKey] = [toSortKey(a), toSortKey(b)];
        expect(Math.sign(Buffer.compare(Buffer.from(key), Buffer.from(otherKey)))).toBe(
          compareSortKeys(key, otherKey),
        );
        expect(Buffer.byteLength(key)).toBeLessThan(2000);
        expect(key.isWellFormed()).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
