import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findListEntry, isSameListEntry, toListEntryKey } from './listed.ts';
import { buildListEntrySchema } from './text.ts';

const Category = buildListEntrySchema('Category', 60);

describe('a list entry', () => {
  test.each([
    ['A\u200bI', 'AI'],
    [' Web\u00a0\u3000Apps ', 'Web Apps'],
    ['Re\u0301seau', 'R\u00e9seau'],
    ['e\u200b\u0301', '\u00e9'],
    ['\u202eIOT\u202c\ufeff', 'IOT'],
    ['a\u2028b', 'a b'],
    ['a\u000bb\u0000', 'a b'],
  ])('is cleaned before it is stored: %j', (typed, stored) => {
    expect(Category.parse(typed)).toBe(stored);
  });

  test.each([
    ['', 'Category is required.'],
    ['\u200b\u3164', 'Category is required.'],
    ['a\ud800b', 'Category can’t contain control characters.'],
    ['x'.repeat(61), 'Category must be 60 characters or fewer.'],
    [`a${'\u0301'.repeat(40)}`, 'Category has too many accents on one letter.'],
  ])('is rejected: %j', (typed, message) => {
    expect(Category.safeParse(typed).error?.issues[0]?.message).toBe(message);
  });

  test('does not change when it is parsed again, and is found in a list by the text from which it was parsed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        const { data } = Category.safeParse(typed);
        fc.pre(data !== undefined);
        expect(Category.parse(data)).toBe(data);
        expect(findListEntry(['Other', data ?? ''], typed)).toBe(data);
      }),
      { numRuns: 500 },
    );
  });

  test('is found by its exact spelling or, if no entry has that spelling, by an equivalent spelling', () => {
    expect(findListEntry(['IoT', 'IOT'], 'IOT')).toBe('IOT');
    expect(findListEntry(['IoT', 'Web'], 'iot')).toBe('IoT');
    expect(findListEntry(['IoT', 'Web'], 'io')).toBeUndefined();
    expect(isSameListEntry('A\u200dli', 'ali')).toBe(true);
    expect(toListEntryKey('Аli')).not.toBe(toListEntryKey('Ali'));
  });
});
