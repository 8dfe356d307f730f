import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFormFields } from '#contract/endpoint.ts';
import { cleanFileName, nestFormFields } from './multipart.ts';

const name = fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/);
const text = fc.string({ minLength: 1 });
const item = fc.dictionary(name, text, { minKeys: 1, maxKeys: 5, noNullPrototype: true });
const body = fc.dictionary(
  name,
  fc.oneof(text, item, fc.array(item, { minLength: 1, maxLength: 3 })),
  { maxKeys: 6, noNullPrototype: true },
);

describe('nestFormFields', () => {
  it('rebuilds a body that was flattened into form fields', () => {
    fc.assert(
      fc.property(body, (value) => {
        expect(nestFormFields(new Map(toFormFields(value)))).toEqual(value);
      }),
    );
  });

  it('accepts fields in any order', () => {
    fc.assert(
      fc.property(body, fc.infiniteStream(fc.nat()), (value, numbers) => {
        const shuffled = toFormFields(value)
          .map((field) => ({ field, at: numbers.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ field }) => field);
        expect(nestFormFields(new Map(shuffled))).toEqual(value);
      }),
    );
  });

  it('closes gaps between array indexes', () => {
    expect(
      nestFormFields(
        new Map([
          ['m[2][n]', 'c'],
          ['m[0][n]', 'a'],
        ]),
      ),
    ).toEqual({ m: [{ n: 'a' }, { n: 'c' }] });
  });
});

describe('cleanFileName', () => {
  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\me\\thesis.pdf', 'thesis.pdf'],
    ['  my thesis (final).pdf ', 'my thesis (final).pdf'],
    ['thesis\u202Efdp.exe', 'thesisfdp.exe'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
    ['a\0.pdf', 'a.pdf'],
    ['مقالہ.pdf', 'مقالہ.pdf'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    ['ශ්\u200dරී \u202egpj.pdf', 'ශ්\u200dරී gpj.pdf'],
    ['the\u200csis\u200d.pdf', 'thesis.pdf'],
  ])('converts %j to %j', (fileName, shown) => expect(cleanFileName(fileName)).toBe(shown));

  it('removes folders and invisible characters, and limits the name to 200 characters without losing its extension', () => {
    const base = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(base, fc.constantFrom('.pdf', '.docx', '.zip'), (start, ending) => {
        const clean = cleanFileName(`${start}${ending}`);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029/\\]/u);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean.length).toBeLessThanOrEqual(200);
        expect(clean.endsWith(ending)).toBe(true);
      }),
    );
    expect(cleanFileName(`a${'😀'.repeat(150)}.pdf`).isWellFormed()).toBe(true);
  });
});
