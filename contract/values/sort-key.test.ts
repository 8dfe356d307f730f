import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys, sortByText, sortKey } from './sort-key.ts';

const compare = (one: string, other: string) => compareKeys(sortKey(one), sortKey(other));

describe('sorting by text', () => {
  it.each([
    ['a letter with an accent beside the letter', ['Bilal', 'Çağla', 'Çetin', 'Daniyal']],
    ['numbers by their value', ['BSSE-2027-9', 'BSSE-2027-101', 'BSSE-2027-1000', 'BSSE-2028-1']],
    ['numbers of many digits', ['A 9', 'A 10', 'A 999999999', 'A 1000000000', `A ${10n ** 40n}`]],
    ['numbers in Urdu digits', ['گروپ ۲', 'گروپ 9', 'گروپ ۱۰', 'گروپ 11']],
    ['numbers with leading zeros by their value', ['F22-007', 'F22-7', 'F22-8', 'F22-010']],
    ['case and accents only between equal texts', ['résumé 1', 'Resume 2', 'resume 3']],
    ['a text before those that begin with it', ['Ali', 'Ali Khan', 'Alia']],
    ['in Urdu', ['احمد', 'بلال', 'پرویز', 'ثناء', 'چوہدری', 'ڈار', 'کامران', 'گل', 'یاسر']],
    ['in Russian', ['Анна', 'Елена', 'Ирина', 'Яна']],
    ['ə after e, ŋ after n', ['Ezgi', 'Əliyev', 'Fatma', 'Nzinga', 'Ŋoma', 'Omar']],
    ['other scripts after Latin', ['Zoya', 'Ωmega', 'Яна', 'علی', '張偉', '𠮷野']],
  ])('puts %s', (_, sorted) => {
    expect(sortByText(sorted.toReversed(), (text) => text)).toEqual(sorted);
  });

  it('agrees with the root collation about the letters of Latin, Greek and Arabic script', () => {
    const root = new Intl.Collator('und', { sensitivity: 'base', numeric: true });
    const letters = fc.constantFrom(
      ...'abcçdefgğhiklmnñoöpqrstuüvwxyzABÉ0123456789 αβγδωابپتٹجچدڈرڑسشفقکگلمنویے',
    );
    const words = fc.array(letters, { maxLength: 8 }).map((drawn) => drawn.join('').trim());
    fc.assert(
      fc.property(words, words, (one, other) => {
        const expected = root.compare(one.replace(/ +/g, ' '), other.replace(/ +/g, ' '));
        if (expected !== 0) expect(compare(one, other)).toBe(Math.sign(expected));
      }),
      { numRuns: 5000 },
    );
  });

  it('compares keys in JavaScript as by code points, whatever the text', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    );
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const [key, another] = [sortKey(one), sortKey(other)];
        expect(Math.sign(Buffer.compare(Buffer.from(key), Buffer.from(another)))).toBe(
          compareKeys(key, another),
        );
        expect(Buffer.byteLength(key)).toBeLessThan(2000);
        expect(key.isWellFormed()).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
