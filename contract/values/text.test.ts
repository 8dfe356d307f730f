import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildLineSchema,
  buildNameLineSchema,
  buildParagraphSchema,
  Email,
  Id,
  ListQuery,
  toNameKey,
} from './text.ts';

const errorOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

const letters = fc.stringMatching(/^[a-zA-ZÄÖÜéñ.]{1,12}$/);
const gaps = fc.stringMatching(/^[ \t\u00a0]{1,3}$/);

describe('the comparison key of a name', () => {
  it('ignores case and extra spaces', () => {
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 4 }), gaps, (words, gap) => {
        const plain = words.join(' ');
        expect(toNameKey(`${gap}${words.join(gap)}${gap}`.toUpperCase())).toBe(
          toNameKey(plain.toUpperCase()),
        );
        expect(toNameKey(toNameKey(plain))).toBe(toNameKey(plain));
      }),
    );
  });

  it.each([
    ['the typographic apostrophe', 'Sean O’Brien', "Sean O'Brien"],
    ['the opening quotation mark as an apostrophe', 'Sean O‘Brien', "Sean O'Brien"],
    ['the modifier letter apostrophe', 'Naʼima', "Na'ima"],
    ['joiners between letters', 'Al\u200di', 'Ali'],
    ['soft hyphens', 'Ali\u00adKhan', 'AliKhan'],
  ])('ignores spelling variants: %s', (_, name, plain) =>
    expect(toNameKey(name)).toBe(toNameKey(plain)),
  );

  it('distinguishes names that differ in a letter or a space', () => {
    expect(toNameKey('Dr. Аli')).not.toBe(toNameKey('Dr. Ali'));
    expect(toNameKey('Samina Rafiq')).not.toBe(toNameKey('SaminaRafiq'));
  });

  it.each([
    ['a capital I with a dot for an I', 'İrfan', 'Irfan'],
    ['an i without a dot for an i', 'Alı', 'Ali'],
    ['a Greek omicron for an o', 'Οmar', 'Omar'],
    ['a Cyrillic a for an a', 'Sаmina', 'Samina'],
    ['a digit for a letter', 'A1i', 'Ali'],
    ['a zero-width space for a space', 'Ali\u200bKhan', 'Ali Khan'],
  ])('distinguishes confusable names: %s', (_, confusable, name) => {
    expect(toNameKey(confusable)).not.toBe(toNameKey(name));
  });

  it.each([
    ['doubled spaces', 'Ali  Khan'],
    ['a non-breaking space', 'Ali\u00a0Khan'],
    ['a narrow and an ideographic space', '\u202fAli\u3000Khan'],
    ['full-width letters', 'Ａｌｉ Ｋｈａｎ'],
    ['capitals', 'ALI KHAN'],
  ])('ignores %s', (_, written) => {
    expect(toNameKey(written)).toBe(toNameKey('Ali Khan'));
  });

  it('ignores the Unicode normalisation form', () => {
    expect(toNameKey('Rene\u0301')).toBe(toNameKey('Ren\u00e9'));
  });
});

describe('an email address', () => {
  it('is trimmed and converted to lower case', () => {
    expect(Email.parse('  Ayesha.Khan@University.EDU ')).toBe('ayesha.khan@university.edu');
  });

  it('may have at most 254 characters', () => {
    const ending = `@${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.edu`;
    const longest = `${'l'.repeat(254 - ending.length)}${ending}`;
    expect(longest).toHaveLength(254);
    expect(Email.parse(longest)).toBe(longest);
    expect(errorOf(Email.safeParse(`l${longest}`))).toContain('254');
  });

  it.each([
    ["o'brien+fyp@university.edu"],
    ['.first..last.@university.edu'],
    ['#1/{a}|b~c^d_e`f?g=h*i%j&k$l!m@university.edu'],
    ['a@b.c'],
    ['a@xn--bcher-kva.example'],
    ['student@campus'],
  ])('is accepted: %j', (address) => expect(Email.parse(address)).toBe(address));

  it.each([
    ['info@bücher.example', 'info@xn--bcher-kva.example'],
    ['info@BU\u0308CHER.example', 'info@xn--bcher-kva.example'],
    ['ali@جامعة.مثال', 'ali@xn--mgbeh7c1c.xn--mgbh0fb'],
  ])('is stored with its domain in ASCII: %j', (typed, stored) => {
    expect(Email.parse(typed)).toBe(stored);
    expect(Email.parse(stored)).toBe(stored);
  });

  it.each([
    ['', 'Email is required.'],
    ['üser@university.edu', 'name@university.edu'],
    ['a@bücher.example:25', 'name@university.edu'],
    ['a@b@bücher.example', 'name@university.edu'],
    ['a@university..edu', 'name@university.edu'],
    ['a@-university.edu', 'name@university.edu'],
    ['a@[127.0.0.1]', 'name@university.edu'],
    [undefined, 'Email is required.'],
    ['nobody', 'name@university.edu'],
    ['a b@university.edu', 'name@university.edu'],
    ['a@university.edu\r\nBcc: b@university.edu', 'name@university.edu'],
    ['a@university.edu,b@university.edu', 'name@university.edu'],
  ])('is rejected: %j', (text, message) => {
    expect(errorOf(Email.safeParse(text))).toContain(message);
  });
});

describe('a line of text', () => {
  const Title = buildLineSchema('Project title', 20);

  it('is required, and the error message names the field', () => {
    for (const input of [undefined, null, 7, '', '  \t ']) {
      expect(errorOf(Title.safeParse(input))).toBe('Project title is required.');
    }
  });

  it('is rejected with the same message for any length above the maximum', () => {
    for (const length of [21, 180, 181, 1_000_000]) {
      expect(Title.safeParse('\u0316\u0300'.repeat(length)).error?.issues).toMatchObject([
        { message: 'Project title must be 20 characters or fewer.' },
      ]);
    }
  });

  it('is trimmed before its length is checked', () => {
    expect(Title.parse(`${' '.repeat(80)}x${' '.repeat(80)}`)).toBe('x');
  });

  it('may have the maximum length, but not more', () => {
    expect(Title.parse('x'.repeat(20))).toHaveLength(20);
    expect(errorOf(Title.safeParse('x'.repeat(21)))).toBe(
      'Project title must be 20 characters or fewer.',
    );
  });

  it('must not contain a lone surrogate', () => {
    expect(errorOf(Title.safeParse('a\ud800b'))).toBe(
      'Project title can’t contain control characters.',
    );
  });

  it('may be in any script, and is converted to NFC', () => {
    expect(Title.parse(' منصوبہ e\u0301 ')).toBe('منصوبہ \u00e9');
  });

  it.each(['\n', '\r\n', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'has a space for the line break or tab %j',
    (end) => {
      expect(Title.parse(`a${end}b${end}`)).toBe('a b');
      expect(ListQuery.parse({ q: `a${end}b` }).q).toBe('a b');
    },
  );

  it.each(['\0', '\u0002', '\u001b', '\u007f', '\u0092', '\u202e', '\u2069'])(
    'loses the control character %j',
    (character) => {
      expect(Title.parse(`${character}e${character}\u0301`)).toBe('\u00e9');
      expect(ListQuery.parse({ q: `a${character}b` }).q).toBe('ab');
    },
  );

  it('keeps the direction marks, joiners and variation selectors that scripts and emoji need', () => {
    for (const text of ['می\u200cخواهم ❤\ufe0f', 'C\u200e++ نظام\u200f!']) {
      expect(Title.parse(text)).toBe(text);
    }
  });
});

describe('nameLine', () => {
  it.each([
    ['a zero-width space', '\u200b'],
    ['a Hangul filler', '\u3164'],
    ['an empty Braille pattern', '\u2800'],
    ['a tag letter', '\u{e0041}'],
  ])('removes an invisible character: %s', (_, character) => {
    expect(buildNameLineSchema('Full name', 20).parse(`Ali${character} Kh${character}an`)).toBe(
      'Ali Khan',
    );
  });

  it.each([
    ['Persian', 'علی\u200cرضا'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Hindi', 'क्\u200dष'],
    ['Malayalam', 'ന്\u200dറ'],
  ])('keeps the joiner inside a %s word, but toNameKey ignores it', (_, name) => {
    expect(buildNameLineSchema('Full name', 20).parse(name)).toBe(name);
    expect(toNameKey(name)).toBe(toNameKey(name.replace(/[\u200c\u200d]/u, '')));
  });

  it.each([
    ['at the beginning', '\u200cعلی', 'علی'],
    ['at the end', 'علی\u200c', 'علی'],
    ['between spaces', 'علی \u200c خان', 'علی  خان'],
    ['written twice', 'علی\u200c\u200cرضا', 'علیرضا'],
    ['in a Latin word', 'Al\u200di', 'Ali'],
  ])('removes a joiner %s', (_, typed, stored) => {
    expect(buildNameLineSchema('Full name', 20).parse(typed)).toBe(stored);
  });

  it('does not change text that it has already parsed', () => {
    const Name = buildNameLineSchema('Full name', 60);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        const { data } = Name.safeParse(typed);
        fc.pre(data !== undefined);
        expect(Name.parse(data)).toBe(data);
        expect(toNameKey(data ?? '')).toBe(toNameKey(typed));
      }),
    );
  });
});

describe('a paragraph', () => {
  it('may be empty, and keeps line breaks and tabs but no other control characters', () => {
    const Feedback = buildParagraphSchema('Feedback', 100);
    expect(Feedback.parse('')).toBe('');
    expect(Feedback.parse('Good.\nMore tests,\tplease.')).toBe('Good.\nMore tests,\tplease.');
    expect(Feedback.parse(' Tre\u0300s bien. \n')).toBe('Tr\u00e8s bien.');
    expect(Feedback.parse('“Good\u0092 \u0002\u0000work”\u001f')).toBe('“Good work”');
    expect(errorOf(Feedback.safeParse('a\udc00'))).toContain('control characters');
    expect(errorOf(Feedback.safeParse('x'.repeat(101)))).toContain('100 characters or fewer');
  });

  it('loses bidi control characters', () => {
    const Feedback = buildParagraphSchema('Feedback', 100);
    expect(Feedback.parse('\u202aGood\u2069 \u202e\n work')).toBe('Good \n work');
  });

  it.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'counts its line break %j as one character and stores it as one',
    (end) => {
      const Feedback = buildParagraphSchema('Feedback', 100);
      const text = `a${'\n'.repeat(98)}b`;
      expect(Feedback.parse(text.replaceAll('\n', end))).toBe(text);
      expect(errorOf(Feedback.safeParse(`${text}c`.replaceAll('\n', end)))).toContain(
        '100 characters or fewer',
      );
    },
  );
});

describe('ListQuery', () => {
  it('converts the page and limit from strings to numbers', () => {
    expect(ListQuery.parse({ page: '2', limit: '50', q: ' khan ' })).toEqual({
      page: 2,
      limit: 50,
      q: 'khan',
    });
  });

  it.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: '100001' },
    { page: 'x' },
    { limit: '0' },
    { limit: '201' },
  ])('rejects %j', (query) => expect(ListQuery.safeParse(query).success).toBe(false));

  it('rejects search terms that are too long', () => {
    expect(ListQuery.safeParse({ q: 'x'.repeat(200) }).success).toBe(true);
    expect(ListQuery.safeParse({ q: 'x'.repeat(201) }).success).toBe(false);
  });
});

describe('Id', () => {
  it('accepts UUIDs only and converts them to lower case', () => {
    const id = '0190f7a0-abcd-7000-8000-00000000cdef';
    expect(Id.parse(id.toUpperCase())).toBe(id);
    expect(Id.safeParse('0190f7a0-0000-7000-8000-000000000000').success).toBe(true);
    for (const invalid of ['', '1', '../users', "' or 1=1 --"]) {
      expect(errorOf(Id.safeParse(invalid))).toBe('This is not an identifier of the portal.');
    }
  });
});
