import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listValueDifferences } from './differences.ts';

const inWords = (before: unknown, after: unknown) =>
  listValueDifferences(before, after).map(
    (line) => `${line.path.join(' / ')}: ${line.before ?? 'none'} → ${line.after ?? 'none'}`,
  );

const thesis = { id: 'thesis', title: 'Thesis', due: '2027-05-07 23:59', programs: ['BSCS'] };
const viva = { id: 'viva', title: 'Viva', due: '2027-05-22 09:00' };

describe('listValueDifferences', () => {
  test.each<[string, unknown, unknown, string[]]>([
    ['a text', { office: { room: 'A1' } }, { office: { room: 'B2' } }, ['office / room: A1 → B2']],
    ['a field that comes', { a: 1 }, { a: 1, b: true }, ['b: none → true']],
    ['a field that goes', { a: 1, b: 'x' }, { a: 1 }, ['b: x → none']],
    ['an empty list that comes', {}, { documents: [] }, ['documents: none → (empty)']],
    [
      'an entry under its new title',
      [thesis, viva],
      [{ ...thesis, title: 'Final thesis' }, viva],
      ['Final thesis / title: Thesis → Final thesis'],
    ],
    [
      'an entry that goes, text by text',
      [thesis, viva],
      [thesis],
      [
        'Viva / id: viva → none',
        'Viva / title: Viva → none',
        'Viva / due: 2027-05-22 09:00 → none',
      ],
    ],
    [
      'an entry that moves',
      [thesis, viva],
      [viva, thesis],
      ['(order): Thesis, Viva → Viva, Thesis'],
    ],
    ['a text of a list', { l: ['A', 'B', 'C'] }, { l: ['A', 'X', 'C'] }, ['l: B → X']],
    ['a text too many', { l: ['A', 'A'] }, { l: ['A'] }, ['l: A → none']],
    ['the order of texts', { l: ['A', 'B'] }, { l: ['B', 'A'] }, ['l / (order): A, B → B, A']],
    [
      'a program that comes',
      [viva],
      [{ ...viva, programs: ['BSSE'] }],
      ['Viva / programs: none → BSSE'],
    ],
    ['what nobody sees', { a: 'AB' }, { a: 'A\u200bB' }, ['a: AB → A‹U+200B›B']],
    ['a space that looks like another', { a: 'A B' }, { a: 'A\u00a0B' }, ['a: A B → A‹U+00A0›B']],
    [
      'a picture by its digest and size',
      { logo: 'data:image/png;base64,AAAA' },
      { logo: 'data:image/png;base64,BBBB' },
      ['logo: picture bde6da8e, 1 kB → picture 51d19657, 1 kB'],
    ],
  ])('lists %s', (_, before, after, lines) => {
    expect(inWords(before, after)).toEqual(lines);
  });

  const text = fc.constantFrom('A', 'B', 'C');
  const item = fc.record(
    { id: text, title: text, notes: fc.array(text, { maxLength: 3 }) },
    { noNullPrototype: true },
  );
  const value = fc.record(
    { name: text, list: fc.array(text, { maxLength: 4 }), items: fc.array(item, { maxLength: 4 }) },
    { requiredKeys: ['name'], noNullPrototype: true },
  );

  test('returns a non-empty list if and only if the values differ', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        expect(listValueDifferences(before, after).length === 0).toBe(
          isDeepStrictEqual(before, after),
        );
      }),
      { numRuns: 2000 },
    );
  });
});
